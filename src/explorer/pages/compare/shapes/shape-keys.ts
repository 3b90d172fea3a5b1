// The keys that read a plot. Pure.

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A large step is this part of all stops. */
const LARGE_PART = 20;

/** The stop that a key leads to; undefined if the key does not read. */
export function stopAfterKey(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  stop: number | undefined,
  count: number,
): number | undefined {
  if (count === 0 || ctrlKey || metaKey || altKey) return undefined;
  const large = Math.max(1, Math.round(count / LARGE_PART));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -large,
    PageDown: large,
    Home: -count,
    End: count,
  };
  if (!Object.hasOwn(steps, key)) return undefined;
  // The first key reads the first stop, End the last.
  if (stop === undefined) return key === 'End' ? count - 1 : 0;
  return Math.min(Math.max(stop + steps[key]!, 0), count - 1);
}
