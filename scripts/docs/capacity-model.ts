// How many machines a number of points and requests needs: what the scale benchmark measured, multiplied. What is
// chosen here is in CHOSEN; every other number is a coefficient from the benchmark's JSON.

import { pointsPerChunk } from '#store/codec/chunk-points';
import type { EngineResults, ScaleResults } from '../../bench/scale/report/scale-results.ts';

export const CHOSEN = {
  points: 1e11,
  requestsPerSecond: 10_000,
  /** Ten years of hours. */
  pointsPerSeries: 87_600,
  /** Each series' newest 48 hours are written so often. */
  updatesPerDay: 1,
  /** Share of requests, by the benchmark's name of the read. */
  mix: { forecast: 0.4, 'last-48': 0.4, year: 0.05, day: 0.05, peak: 0.05, meta: 0.05 },
  /** The largest share of a core that is used. */
  busyShare: 0.6,
  connectionsPerProcess: 16,
  machine: { cores: 16, memoryGb: 64, diskGb: 2_000 },
} as const;

export interface Coefficient {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Its place in the JSON. */
  readonly path: string;
}

export type CoefficientName =
  | 'bytesPerPoint'
  | 'metadataBytesPerSeries'
  | 'serverPeakMb'
  | 'databasePrivateMb'
  | 'databaseConnections'
  | 'loadPointsPerSecond'
  | 'updatePointsPerSecond'
  | `serverCpuUs.${keyof typeof CHOSEN.mix}`
  | `databaseCpuUs.${keyof typeof CHOSEN.mix}`;

export type Coefficients = ReadonlyMap<CoefficientName, Coefficient>;

export interface Capacity {
  readonly series: number;
  readonly diskGb: number;
  readonly metadataGb: number;
  /** Each series' newest chunk: with the metadata, what most requests ask for. */
  readonly newestGb: number;
  readonly serverCpuUs: number;
  readonly databaseCpuUs: number;
  readonly serverCores: number;
  readonly databaseCores: number;
  readonly processes: number;
  readonly serverMemoryGb: number;
  readonly connections: number;
  readonly connectionsGb: number;
  readonly serverMachines: number;
  readonly databaseMachines: number;
  readonly loadHours: number;
  /** Share of the one writer's day. */
  readonly updateShare: number;
}

const READS = Object.keys(CHOSEN.mix) as (keyof typeof CHOSEN.mix)[];
const GB = 1e9;

/** Undefined if the run did not measure PostgreSQL. */
export function coefficientsOf({ engines }: ScaleResults): Coefficients | undefined {
  const at = engines.findIndex(({ engine }) => engine === 'postgres');
  const results = engines[at];
  if (!results) return undefined;
  const found = new Map<CoefficientName, Coefficient>();
  const take = (name: CoefficientName, value: number, unit: string, path: string): void => {
    found.set(name, { name, value, unit, path: `engines[${at}].${path}` });
  };
  takeStores(results, take);
  for (const read of READS) {
    const rate = placeOf(results.rates, (each) => each.read === read, `rates of ${read}`);
    const path = `rates[${rate.at}]`;
    take(`serverCpuUs.${read}`, rate.item.serverCpuUs, 'µs', `${path}.serverCpuUs`);
    take(`databaseCpuUs.${read}`, rate.item.databaseCpuUs, 'µs', `${path}.databaseCpuUs`);
  }
  for (const [name, work] of [
    ['loadPointsPerSecond', 'load-years'],
    ['updatePointsPerSecond', 'update-48-hours'],
  ] as const) {
    const writing = placeOf(results.writing, (each) => each.work === work, work);
    const path = `writing[${writing.at}].pointsPerSecond`;
    take(name, writing.item.pointsPerSecond, 'points/s', path);
  }
  return found;
}

type Take = (name: CoefficientName, value: number, unit: string, path: string) => void;

function takeStores({ stores, memory, databasePrivateMb }: EngineResults, take: Take): void {
  const whole = largest(stores, (store) => (store.isMetadataOnly ? 0 : store.size));
  take('bytesPerPoint', whole.item.bytesPerPoint, 'B', `stores[${whole.at}].bytesPerPoint`);
  const most = largest(stores, ({ size }) => size);
  const path = `stores[${most.at}].metadataBytesPerSeries`;
  take('metadataBytesPerSeries', most.item.metadataBytesPerSeries, 'B', path);
  const peak = largest(memory, ({ peakMb }) => peakMb);
  take('serverPeakMb', peak.item.peakMb, 'MB', `memory[${peak.at}].peakMb`);
  take('databasePrivateMb', databasePrivateMb, 'MB', 'databasePrivateMb');
  const connections = memory.reduce((sum, each) => sum + each.connections, 0);
  take('databaseConnections', connections, '', 'memory[*].connections, added');
}

interface Placed<T> {
  readonly item: T;
  readonly at: number;
}

function placeOf<T>(list: readonly T[], isIt: (item: T) => boolean, what: string): Placed<T> {
  const at = list.findIndex(isIt);
  if (at < 0) throw new Error(`the scale benchmark's JSON has no ${what}`);
  return { item: list[at]!, at };
}

function largest<T>(list: readonly T[], sizeOf: (item: T) => number): Placed<T> {
  const most = Math.max(...list.map(sizeOf));
  return placeOf(list, (item) => sizeOf(item) === most, 'store');
}

export function capacityOf(coefficients: Coefficients): Capacity {
  const of = (name: CoefficientName): number => coefficients.get(name)!.value;
  const average = (side: 'serverCpuUs' | 'databaseCpuUs'): number =>
    READS.reduce((sum, read) => sum + CHOSEN.mix[read] * of(`${side}.${read}`), 0);
  const { points, pointsPerSeries, requestsPerSecond, busyShare, machine } = CHOSEN;
  const series = points / pointsPerSeries;
  const [serverCpuUs, databaseCpuUs] = [average('serverCpuUs'), average('databaseCpuUs')];
  const coresFor = (us: number): number => (requestsPerSecond * us) / 1e6 / busyShare;
  const [serverCores, databaseCores] = [coresFor(serverCpuUs), coresFor(databaseCpuUs)];
  const diskGb = (points * of('bytesPerPoint')) / GB;
  const processes = Math.ceil(serverCores);
  const connections = processes * CHOSEN.connectionsPerProcess;
  const mbPerConnection = of('databasePrivateMb') / of('databaseConnections');
  const updatedPerSecond = (series * 48 * CHOSEN.updatesPerDay) / 86_400;
  return {
    series,
    diskGb,
    metadataGb: (series * of('metadataBytesPerSeries')) / GB,
    newestGb: (series * pointsPerChunk('hour') * of('bytesPerPoint')) / GB,
    serverCpuUs,
    databaseCpuUs,
    serverCores,
    databaseCores,
    processes,
    serverMemoryGb: (processes * of('serverPeakMb')) / 1000,
    connections,
    connectionsGb: (connections * mbPerConnection) / 1000,
    serverMachines: Math.ceil(serverCores / machine.cores),
    databaseMachines: Math.max(
      Math.ceil(databaseCores / machine.cores),
      Math.ceil(diskGb / machine.diskGb),
    ),
    loadHours: points / of('loadPointsPerSecond') / 3_600,
    updateShare: updatedPerSecond / of('updatePointsPerSecond'),
  };
}
