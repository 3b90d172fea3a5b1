// What the model remembers of its earlier runs of a series, as a text for the store: the first day of
// each by every member. Errors are not kept: they follow from the values known at the time of asking.

import { DAY_MS, type Instant } from '#core/time/instant';
import { BLEND, type PastRun } from '#model/past-runs';

/** So many runs of one time of day are kept with all their members; before, the blend alone. */
const MEMBER_RUNS = 84;
/** Bands look back on 182 runs with a score, and warm up on those before. */
const BLEND_RUNS = 240;

interface Entry {
  readonly at: Instant;
  readonly day: number;
  /** Base64 of little-endian 32-bit floats by name: seven digits are enough to weigh members. */
  readonly values: Readonly<Record<string, string>>;
}

const timeOfDay = ({ at }: Entry): number => at % DAY_MS;

function encode(values: Float64Array): string {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  return bytes.toString('base64');
}

function decode(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  return Float64Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(i * 4));
}

function readEntries(text: string | undefined): Entry[] {
  return text === undefined ? [] : (JSON.parse(text) as Entry[]);
}

/**
 * The runs made before `analyzedAt`, in the order the engine wants: of several of a day the last one
 * counts, which is that of the same time of day, else the newest.
 */
export function recallRuns(text: string | undefined, analyzedAt: Instant): PastRun[] {
  const wanted = analyzedAt % DAY_MS;
  const rank = (entry: Entry): number => (timeOfDay(entry) === wanted ? 1 : 0);
  return readEntries(text)
    .filter(({ at }) => at < analyzedAt)
    .sort((a, b) => a.day - b.day || rank(a) - rank(b) || a.at - b.at)
    .map(({ day, values }) => ({
      day,
      values: Object.fromEntries(
        Object.entries(values).map(([name, code]) => [name, decode(code)]),
      ),
    }));
}

/** The text with one run more, in place of one of the same time; the oldest are thinned out. */
export function rememberRun(text: string | undefined, at: Instant, run: PastRun): string {
  const values = Object.fromEntries(
    Object.entries(run.values).map(([name, numbers]) => [name, encode(numbers)]),
  );
  const entries = readEntries(text).filter((entry) => entry.at !== at);
  entries.push({ at, day: run.day, values });
  entries.sort((a, b) => b.at - a.at);
  const counts = new Map<number, number>();
  const kept: Entry[] = [];
  for (const entry of entries) {
    const count = (counts.get(timeOfDay(entry)) ?? 0) + 1;
    counts.set(timeOfDay(entry), count);
    if (count <= MEMBER_RUNS) kept.push(entry);
    else if (count <= BLEND_RUNS) kept.push(blendOf(entry));
  }
  return JSON.stringify(kept);
}

const blendOf = ({ at, day, values }: Entry): Entry => ({
  at,
  day,
  values: values[BLEND] === undefined ? {} : { [BLEND]: values[BLEND] },
});
