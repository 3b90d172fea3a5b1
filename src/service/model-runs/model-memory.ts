// The model's memory of its earlier runs of a series, as a text for the store: the first day of each run
// by every member. Errors are not kept: they follow from the values known at the time of the next run.

import { DAY_MS, type Instant } from '#core/time/instant';
import { BLEND, type PastRun } from '#model/days/past-runs';

/** The runs of one time of day that are kept with all members; of older ones the blend is kept. */
const MEMBER_RUNS = 84;
/** The runs that are kept at all: bands look back on 182 scored runs and warm up on earlier ones. */
const BLEND_RUNS = 240;

interface Entry {
  readonly at: Instant;
  readonly day: number;
  /** Base64 of little-endian 32-bit floats by name: seven digits are enough to weigh members. */
  readonly values: Readonly<Record<string, string>>;
  /** The members' spread, in the same form. */
  readonly spread?: string;
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
  const values = new Float64Array(bytes.length >> 2);
  for (let i = 0; i < values.length; i++) values[i] = bytes.readFloatLE(i * 4);
  return values;
}

function readEntries(text: string | undefined): Entry[] {
  return text === undefined ? [] : (JSON.parse(text) as Entry[]);
}

/**
 * The runs made before `analyzedAt`, one a day, the oldest first: the one of the same time of day, else the newest.
 * Others are not decoded, which takes most of the time.
 */
export function recallRuns(text: string | undefined, analyzedAt: Instant): PastRun[] {
  const wanted = analyzedAt % DAY_MS;
  const rank = (entry: Entry): number => (timeOfDay(entry) === wanted ? 1 : 0);
  const entries = readEntries(text)
    .filter(({ at }) => at < analyzedAt)
    .sort((a, b) => a.day - b.day || rank(a) - rank(b) || a.at - b.at);
  return entries
    .filter(({ day }, i) => entries[i + 1]?.day !== day)
    .map(({ day, values, spread }) => ({
      day,
      spread: spread === undefined ? undefined : decode(spread),
      values: Object.fromEntries(
        Object.entries(values).map(([name, code]) => [name, decode(code)]),
      ),
    }));
}

/** Adds a run to the text, or replaces the one of the same time, and thins out the oldest. */
export function rememberRun(text: string | undefined, at: Instant, run: PastRun): string {
  const values = Object.fromEntries(
    Object.entries(run.values).map(([name, numbers]) => [name, encode(numbers)]),
  );
  const entries = readEntries(text).filter((entry) => entry.at !== at);
  const spread = run.spread && encode(run.spread);
  entries.push({ at, day: run.day, values, ...(spread === undefined ? {} : { spread }) });
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

const blendOf = ({ values, ...rest }: Entry): Entry => ({
  ...rest,
  values: values[BLEND] === undefined ? {} : { [BLEND]: values[BLEND] },
});
