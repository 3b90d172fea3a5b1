// Reads a span that is longer than the plan's answers: cut until each part is answered, and joined again.

import { type CutSpan, halve } from './cut-span.ts';

/** A query with `from`, `to`, `resolution` and `asOf`, each of which may be left out. */
export type SpanQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The ends of an answer's span. */
export interface SpanEnds {
  readonly from?: string | null;
  readonly to?: string | null;
}

export interface LongSpan<Data> {
  readonly query: SpanQuery;
  /** Reads the answer of one part. */
  read(query: SpanQuery): Promise<Data>;
  /** Reads the ends of the whole span, at any resolution. */
  readEnds(query: SpanQuery): Promise<SpanEnds>;
  /** The server's clock. */
  now(): Promise<string>;
  join(parts: readonly Data[]): Data;
}

const text = (value: SpanQuery[string]): string | undefined =>
  value === undefined ? undefined : String(value);

/** Whether an error says that an answer would have more points than the plan allows. */
const isTooLong = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'too_many_points';

/**
 * Reads a span at once, or in parts of which two are under way at a time. Parts are read as of one instant: what is
 * written in the meantime is in none of them.
 */
export async function readLongSpan<Data>(long: LongSpan<Data>): Promise<Data> {
  try {
    return await long.read(long.query);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const query: SpanQuery = { ...long.query, asOf: long.query.asOf || (await long.now()) };
    const { from, to } = await long.readEnds({ ...query, resolution: 'year' });
    if (!from || !to) throw error;
    const whole = { first: Date.parse(from), last: Date.parse(to) };
    const span = { from: text(query.from), to: text(query.to), ...whole };
    const halves = halve(span, text(query.resolution) ?? '');
    if (!halves) throw error;
    const parts = halves.map((half) => readPart({ ...long, query }, half));
    return long.join((await Promise.all(parts)).flat());
  }
}

async function readPart<Data>(long: LongSpan<Data>, span: CutSpan): Promise<Data[]> {
  const { from, to } = span;
  try {
    return [await long.read({ ...long.query, from, to })];
  } catch (error) {
    const halves = isTooLong(error) ? halve(span, text(long.query.resolution) ?? '') : undefined;
    if (!halves) throw error;
    const [left, right] = halves;
    return [...(await readPart(long, left)), ...(await readPart(long, right))];
  }
}
