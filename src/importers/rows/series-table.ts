// The series that a file names: found by the bytes or the text of their code, each loaded once.

import { isSeriesId, normalizeSeriesId, SERIES_ID_RULE } from '#core/market/categories';
import { nearestWord } from '#core/nearest';
import { type Grid, gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ByteText } from '#importers/bytes/carry-buffer';
import { refusalOf } from '#importers/bytes/read-field';
import { ImportFault } from '#importers/files/import-fault';
import type { RepeatedTimes } from '#importers/rows/market-clock';
import type { SeriesDefinition } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface ImportSeries {
  /** Counts from 0 in the order the file names its series. */
  readonly number: number;
  readonly code: string;
  readonly grid: Grid;
  readonly repeated: RepeatedTimes;
}

/** One way a file spells a code; spellings with the same hash are chained. */
interface Spelling extends ByteText {
  readonly series: ImportSeries;
  readonly next: Spelling | undefined;
}

/** What the table asks of a store. */
export type SeriesFinder = Pick<SeriesReader, 'findSeries' | 'searchSeries'>;

const NEAREST_PAGE = 5_000;
const NEAREST_MAX_CODES = 100_000;

function isSpelled(spelling: Spelling, text: ByteText, start: number, end: number): boolean {
  const { length } = spelling.bytes;
  if (length !== end - start) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (spelling.view.getUint32(at) !== text.view.getUint32(start + at)) return false;
  }
  for (; at < length; at++) if (spelling.bytes[at] !== text.bytes[start + at]) return false;
  return true;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

export class SeriesTable {
  /** The series by `number`. */
  readonly all: ImportSeries[] = [];
  readonly #zone: Zone;
  readonly #reader: SeriesFinder;
  readonly #definitions: ReadonlyMap<string, SeriesDefinition>;
  readonly #byCode = new Map<string, ImportSeries>();
  readonly #spellings = new Map<number, Spelling>();
  readonly #byText = new Map<string, ImportSeries>();
  #last: Spelling | undefined;

  /** `definitions` are the series, by code, that the import defines before it stores points. */
  constructor(
    reader: SeriesFinder,
    zone: Zone,
    definitions: ReadonlyMap<string, SeriesDefinition> = new Map(),
  ) {
    this.#reader = reader;
    this.#zone = zone;
    this.#definitions = definitions;
  }

  /** The series of a spelling; undefined if it was not loaded yet. */
  find(text: ByteText, start: number, end: number): ImportSeries | undefined {
    const last = this.#last;
    if (last && isSpelled(last, text, start, end)) return last.series;
    let spelling = this.#spellings.get(hashOf(text.bytes, start, end));
    while (spelling && !isSpelled(spelling, text, start, end)) spelling = spelling.next;
    if (spelling) this.#last = spelling;
    return spelling?.series;
  }

  /** Asks the store for the series of a spelling; throws if there is none. */
  async load(given: Uint8Array): Promise<ImportSeries> {
    const bytes = Uint8Array.from(given);
    const series = await this.loadText(new TextDecoder().decode(bytes));
    const hash = hashOf(bytes, 0, bytes.length);
    const view = new DataView(bytes.buffer);
    this.#spellings.set(hash, { bytes, view, series, next: this.#spellings.get(hash) });
    return series;
  }

  /** Like `find`, for a text. */
  findText(text: string): ImportSeries | undefined {
    return this.#byText.get(text);
  }

  /** Like `load`, for a text. */
  async loadText(text: string): Promise<ImportSeries> {
    const code = normalizeSeriesId(text);
    if (!isSeriesId(code)) {
      throw new ImportFault(refusalOf(text, `is not a series code: ${SERIES_ID_RULE}`));
    }
    const series = this.#byCode.get(code) ?? (await this.#make(code));
    this.#byText.set(text, series);
    return series;
  }

  async #make(code: string): Promise<ImportSeries> {
    const found = this.#definitions.get(code) ?? (await this.#reader.findSeries(code));
    if (!found) throw new ImportFault(await this.#explainUnknown(code));
    const series: ImportSeries = {
      number: this.all.length,
      code,
      grid: gridOf(resolutionOf(found.resolution), this.#zone),
      repeated: new Map(),
    };
    this.all.push(series);
    this.#byCode.set(code, series);
    return series;
  }

  async #explainUnknown(code: string): Promise<string> {
    const codes = [...this.#definitions.keys()];
    while (codes.length < NEAREST_MAX_CODES) {
      const after = codes.length === this.#definitions.size ? undefined : codes.at(-1);
      const page = await this.#reader.searchSeries({ prefix: '', after, limit: NEAREST_PAGE });
      for (const series of page) codes.push(series.code);
      if (page.length < NEAREST_PAGE) break;
    }
    const nearest = nearestWord(code, codes);
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    return `there is no series ${code}${hint}; define new series with --define FILE`;
  }
}
