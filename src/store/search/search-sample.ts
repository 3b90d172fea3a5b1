// A sample of the texts that searches read: it tells how common a trigram is. Only the path of a search
// depends on the sample, never its result.

import { COUNT_SERIES, SAMPLE_TEXTS } from '#store/search/search-statements';
import type { SqlSession } from '#store/sql/sql-session';

/** Few enough texts to read in some milliseconds, enough to tell a thousandth from a tenth. */
const SAMPLE = 1_000;
/** Texts that one statement reads, because SQLite answers in the server's own thread. */
const SLICE = 250;
const MOST_ESTIMATES = 20_000;

export class TextSample {
  /** The number of series in the whole catalogue. */
  readonly seriesCount: number;
  readonly #texts: readonly string[];
  readonly #estimates = new Map<string, number>();

  constructor(texts: readonly string[], seriesCount: number) {
    this.#texts = texts;
    this.seriesCount = seriesCount;
  }

  /** Roughly how many series have a trigram. */
  estimate(trigram: string): number {
    const known = this.#estimates.get(trigram);
    if (known !== undefined) return known;
    let found = 0;
    for (const text of this.#texts) if (text.includes(trigram)) found += 1;
    // A few series may have a trigram that no text of the sample has.
    const share = (found + 0.5) / (this.#texts.length + 1);
    const estimate = Math.round(share * this.seriesCount);
    if (this.#estimates.size >= MOST_ESTIMATES) this.#estimates.clear();
    this.#estimates.set(trigram, estimate);
    return estimate;
  }
}

/** A sample is good until the catalogue has grown by a quarter. */
const GROWTH = 1.25;
/** How often the growth is checked. */
const CHECK_EVERY_MS = 10_000;

interface CachedSample {
  readonly sample: Promise<TextSample>;
  readonly checkAgainAt: number;
}

const samples = new WeakMap<SqlSession, CachedSample>();

/** The sample of a session's store. */
export function sampleOf(session: SqlSession): Promise<TextSample> {
  const known = samples.get(session);
  const now = performance.now();
  if (known && now < known.checkAgainAt) return known.sample;
  const sample = renew(session, known?.sample);
  samples.set(session, { sample, checkAgainAt: now + CHECK_EVERY_MS });
  sample.catch(() => samples.delete(session));
  return sample;
}

async function renew(session: SqlSession, known?: Promise<TextSample>): Promise<TextSample> {
  const [row] = await session.all<{ count: number }>(COUNT_SERIES);
  const sample = await known;
  if (sample && row!.count <= GROWTH * sample.seriesCount) return sample;
  return takeSample(session, row!.count);
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

/** A step that, modulo the number of series, spreads over all of them and meets none twice. */
function scatterOf(seriesCount: number): number {
  let step = Math.max(1, Math.round(seriesCount * 0.618));
  while (greatestDivisor(step, seriesCount) > 1) step += 1;
  return step;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
