// Series definitions from a CSV `code,description,unit,resolution[,area,category]`.

import { AREAS, findArea } from '#core/market/areas';
import { isSeriesId, normalizeSeriesId, SERIES_ID_RULE } from '#core/market/categories';
import { didYouMean, quoteGiven } from '#core/nearest';
import { findResolution, RESOLUTIONS } from '#core/time/resolution';
import { CsvReader } from '#importers/bytes/csv-reader';
import { checkFieldCount, explainOdd, readHeader, refusalOf } from '#importers/bytes/read-field';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import type { SeriesDefinition } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

const REQUIRED = ['code', 'description', 'unit', 'resolution'];
const COLUMNS = [...REQUIRED, 'area', 'category'];

const MAX_DESCRIPTION = 500;
const MAX_UNIT = 40;
const CATEGORY = /^[a-z][a-z0-9_.-]{0,63}$/;

/**
 * The definitions of a file; throws an ImportFault at the first bad line. A series that the store has
 * may change in everything but its resolution.
 */
export async function readDefinitions(
  pieces: AsyncIterable<Uint8Array>,
  known: SeriesReader,
): Promise<SeriesDefinition[]> {
  const reader = new CsvReader();
  const lines = new Map<string, number>();
  const definitions: SeriesDefinition[] = [];
  let header: string[] | undefined;
  const takeRows = async (): Promise<void> => {
    while (reader.next()) {
      if (!header) {
        header = checkHeader(reader);
        continue;
      }
      const definition = readDefinition(reader, header);
      const earlier = lines.get(definition.code);
      if (earlier !== undefined) {
        throw new ImportFault(
          `${definition.code} is on line ${earlier} already`,
          reader.line,
          'code',
        );
      }
      lines.set(definition.code, reader.line);
      await checkResolution(definition, known, reader.line);
      definitions.push(definition);
    }
  };
  for await (const piece of pieces) {
    reader.push(piece);
    await takeRows();
  }
  reader.end();
  await takeRows();
  if (!header) throw new ImportFault('the file is empty');
  return definitions;
}

function checkHeader(reader: CsvReader): string[] {
  const header = readHeader(reader);
  const missing = REQUIRED.filter((column) => !header.includes(column));
  const strange = header.find((name, at) => !COLUMNS.includes(name) || header.indexOf(name) < at);
  if (missing.length === 0 && strange === undefined) return header;
  const fault =
    strange === undefined
      ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
      : header.filter((name) => name === strange).length > 1
        ? `${quoteGiven(strange)} is given twice`
        : `${quoteGiven(strange)} is not known${didYouMean(strange, COLUMNS)}`;
  throw new ImportFault(
    `the header must be code,description,unit,resolution[,area,category]: ${fault}`,
    reader.line,
  );
}

function readDefinition(reader: CsvReader, header: readonly string[]): SeriesDefinition {
  checkFieldCount(reader, header.length);
  let column = '';
  const field = <T>(name: string, read: (text: string) => T): T => {
    column = name;
    const at = header.indexOf(name);
    return read(at < 0 ? '' : reader.text(at).trim());
  };
  try {
    return {
      code: field('code', readCode),
      description: field('description', (text) => readText(text, 1, MAX_DESCRIPTION)),
      unit: field('unit', (text) => readText(text, 0, MAX_UNIT)),
      resolution: field('resolution', readResolution),
      area: field('area', readArea),
      category: field('category', readCategory),
    };
  } catch (fault) {
    throw locateFault(fault, reader.line, column);
  }
}

function readCode(text: string): string {
  const code = normalizeSeriesId(text);
  if (isSeriesId(code)) return code;
  throw new ImportFault(refusalOf(text, `is not a series code: ${SERIES_ID_RULE}`));
}

function readText(text: string, min: number, max: number): string {
  if (text.length < min) throw new ImportFault('is missing');
  if (text.length > max) throw new ImportFault(`is longer than ${max} characters`);
  const odd = explainOdd(text);
  if (odd !== undefined) throw new ImportFault(`${quoteGiven(text)} ${odd}`);
  if (/\p{Cc}/u.test(text)) throw new ImportFault(`${quoteGiven(text)} holds a control character`);
  return text;
}

function readResolution(text: string): SeriesDefinition['resolution'] {
  const found = findResolution(text);
  if (found) return found.name;
  const names = RESOLUTIONS.map(({ name }) => name);
  throw new ImportFault(
    `${quoteGiven(text)} is not a resolution${didYouMean(text, names)} (allowed: ${names.join(', ')})`,
  );
}

function readArea(text: string): string | null {
  if (text === '') return null;
  const area = findArea(text);
  if (area) return area.code;
  const codes = AREAS.map(({ code }) => code);
  throw new ImportFault(
    `${quoteGiven(text)} is not an area (allowed: ${codes.join(', ')}, or empty)`,
  );
}

function readCategory(text: string): string | null {
  const category = text.toLowerCase();
  if (category === '' || CATEGORY.test(category)) return category || null;
  throw new ImportFault(
    `${quoteGiven(text)} is not a category: a letter, then up to 63 letters, digits, "_", "." or "-"`,
  );
}

async function checkResolution(
  { code, resolution }: SeriesDefinition,
  known: SeriesReader,
  line: number,
): Promise<void> {
  const series = await known.findSeries(code);
  if (!series || series.resolution === resolution) return;
  throw new ImportFault(
    `${code} exists with the resolution ${series.resolution}, which cannot become ${resolution}`,
    line,
    'resolution',
  );
}
