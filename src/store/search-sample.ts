// A sample of the texts that words are looked for in: how common three characters in a row are among all.
// Only the way of a search depends on it, never what is found.

import { SAMPLE_TEXTS } from '#store/search-statements';
import type { SqlSession } from '#store/sql-session';

/** Few enough to be read in some milliseconds, enough to tell a thousandth from a tenth. */
const SAMPLE = 1_000;
/** Read at once: SQLite answers in the server's own thread. */
const SLICE = 250;
const MOST_HELD = 20_000;

export class TextSample {
  readonly #texts: readonly string[];
  readonly #seriesCount: number;
  readonly #estimates = new Map<string, number>();

  constructor(texts: readonly string[], seriesCount: number) {
    this.#texts = texts;
    this.#seriesCount = seriesCount;
  }

  /** Good until the catalogue has grown by a quarter. */
  fits(seriesCount: number): boolean {
    return seriesCount <= 1.25 * this.#seriesCount;
  }

  /** How many series have a trigram, roughly. */
  estimate(trigram: string): number {
    const held = this.#estimates.get(trigram);
    if (held !== undefined) return held;
    let found = 0;
    for (const text of this.#texts) if (text.includes(trigram)) found += 1;
    // What none of the sample has may still be in a few.
    const share = (found + 0.5) / (this.#texts.length + 1);
    const estimate = Math.round(share * this.#seriesCount);
    if (this.#estimates.size >= MOST_HELD) this.#estimates.clear();
    this.#estimates.set(trigram, estimate);
    return estimate;
  }
}

const samples = new WeakMap<SqlSession, Promise<TextSample>>();

/** The sample of a session, taken anew where the catalogue has outgrown it. */
export async function sampleOf(session: SqlSession, seriesCount: number): Promise<TextSample> {
  const held = await samples.get(session);
  if (held?.fits(seriesCount)) return held;
  const taken = takeSample(session, seriesCount);
  samples.set(session, taken);
  taken.catch(() => samples.delete(session));
  return taken;
}

async function takeSample(session: SqlSession, seriesCount: number): Promise<TextSample> {
  const texts: string[] = [];
  const step = scatterOf(seriesCount);
  const size = Math.min(SAMPLE, seriesCount);
  for (let at = 0; at < size; at += SLICE) {
    const first = (at * step) % seriesCount;
    const count = Math.min(SLICE, size - at);
    const rows = await session.table<[string]>(SAMPLE_TEXTS, first, step, seriesCount, count);
    for (const [text] of rows) texts.push(text);
  }
  return new TextSample(texts, seriesCount);
}

/** Steps of this many, modulo the number of series, fall everywhere and meet none twice. */
function scatterOf(seriesCount: number): number {
  let step = Math.max(1, Math.round(seriesCount * 0.618));
  while (greatestDivisor(step, seriesCount) > 1) step += 1;
  return step;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
