// How much memory a process has, and whether that grows.

/** Megabytes of a server, each of a moment or a mean of several. */
export interface MemoryReading {
  /** All that the system has given it, with what the allocator keeps for later. */
  readonly residentMb: number;
  /** JavaScript objects, with those that wait to be collected. */
  readonly heapMb: number;
  /** Buffers. */
  readonly externalMb: number;
}

/** Reads memory from the server's own metrics, which exist on every system. */
export async function readMemory(url: string): Promise<MemoryReading> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const mbOf = (name: string): number => {
    const bytes = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    return Number(bytes) / 2 ** 20;
  };
  return {
    residentMb: mbOf('process_resident_memory_bytes'),
    heapMb: mbOf('nodejs_heap_size_used_bytes'),
    externalMb: mbOf('nodejs_external_memory_bytes'),
  };
}

export function meanReading(readings: readonly MemoryReading[]): MemoryReading {
  const mean = (name: keyof MemoryReading): number =>
    readings.reduce((sum, reading) => sum + reading[name], 0) / readings.length;
  return {
    residentMb: mean('residentMb'),
    heapMb: mean('heapMb'),
    externalMb: mean('externalMb'),
  };
}

export interface Growth {
  /** The fitted line at its two ends. */
  readonly fromMb: number;
  readonly toMb: number;
}

/** The straight line through readings that are evenly spaced, by least squares. */
export function growthOf(readings: readonly number[]): Growth {
  const n = readings.length;
  const meanAt = (n - 1) / 2;
  const mean = readings.reduce((a, b) => a + b, 0) / n;
  let [above, below] = [0, 0];
  for (const [at, mb] of readings.entries()) {
    above += (at - meanAt) * (mb - mean);
    below += (at - meanAt) ** 2;
  }
  const slope = below === 0 ? 0 : above / below;
  return { fromMb: mean - slope * meanAt, toMb: mean + slope * meanAt };
}
