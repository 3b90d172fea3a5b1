// The configuration of collecting: a JSON file, checked field by field. Keys of services are never in it.

import { EIC_ROWS, findEicRow } from '#core/market/eic';
import { didYouMean, quoteGiven } from '#core/nearest';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import {
  fault,
  readDay,
  readDuration,
  readFlag,
  readList,
  readUrl,
} from '#service/collecting/collect-fields';
import { hasChoice, WHOLE_FEED } from '#sources/registry/publication-times';
import { loadSource, SOURCE_NAMES } from '#sources/registry/source-loaders';
import type { Source } from '#sources/source';

export interface CollectEntry {
  /** The name of its job, unique in the file. */
  readonly name: string;
  readonly source: Source;
  readonly datasets: readonly string[];
  /** Codes of core/market/eic.ts; empty for a source without areas. */
  readonly areas: readonly string[];
  readonly everyMs: number;
  /** How far back values are fetched again, as they may have been revised; 0: not at all. */
  readonly backMs: number;
  /** The market day from which on holes are filled; undefined: see service/collecting/collect-feeds.ts. */
  readonly fromDay: number | undefined;
  /** Whether hours are stored too, as means of shorter intervals: forecasts and scores are of hours. */
  readonly isHourly: boolean;
  /** Another address of the service, on this machine. */
  readonly baseUrl: string | undefined;
}

export interface CollectConfig {
  readonly entries: readonly CollectEntry[];
}

const FIELDS = ['source', 'name', 'what', 'areas', 'every', 'back', 'from', 'hourly', 'baseUrl'];
const SHORTEST_EVERY_MS = 5 * MINUTE_MS;
const LONGEST_EVERY_MS = 7 * DAY_MS;
const LONGEST_BACK_MS = 90 * DAY_MS;
const USUAL_BACK_MS = 7 * DAY_MS;
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the file's text; throws an Error that names the field, what is given and what is allowed. */
export async function readCollectConfig(text: string): Promise<CollectConfig> {
  const file = parseJson(text);
  checkFields(file, ['sources'], '');
  if (!Array.isArray(file.sources)) throw fault('sources', file.sources, 'a list');
  const entries: CollectEntry[] = [];
  for (const [at, fields] of file.sources.entries()) {
    const entry = await readEntry(fields, `sources[${at}]`);
    checkAlone(entry, entries, `sources[${at}]`);
    entries.push(entry);
  }
  return { entries };
}

function parseJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`this is not JSON: ${(error as Error).message}`);
  }
  if (isFields(value)) return value;
  throw new Error('the file must be an object such as {"sources": []}');
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkFields(fields: Fields, known: readonly string[], path: string): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const place = path === '' ? name : `${path}.${name}`;
    if (/token|key|secret|password/i.test(name)) {
      throw new Error(`${place}: keys are not kept in this file, but in the environment`);
    }
    throw new Error(
      `${place} is not a field${didYouMean(name, known)}; there are ${known.join(', ')}`,
    );
  }
}

async function readEntry(fields: unknown, path: string): Promise<CollectEntry> {
  if (!isFields(fields)) throw fault(path, fields, 'an object such as {"source": "ecb"}');
  checkFields(fields, FIELDS, path);
  const source = await readSource(fields.source, `${path}.source`);
  const { name = source.name } = fields;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw fault(`${path}.name`, name, 'lower-case letters, digits and "-", at most 40');
  }
  const isChosen = hasChoice(source.name);
  if (!isChosen) refuseChoice(fields, source, path);
  return {
    name,
    source,
    datasets: isChosen ? readDatasets(fields.what, source, `${path}.what`) : [WHOLE_FEED],
    areas: isChosen ? readAreas(fields.areas, `${path}.areas`) : [],
    everyMs: readDuration(fields.every, `${path}.every`, SHORTEST_EVERY_MS, LONGEST_EVERY_MS),
    backMs: readDuration(
      fields.back,
      `${path}.back`,
      0,
      LONGEST_BACK_MS,
      isChosen ? USUAL_BACK_MS : 0,
    ),
    fromDay: fields.from === undefined ? undefined : readDay(fields.from, `${path}.from`),
    isHourly: readFlag(fields.hourly, `${path}.hourly`, true),
    baseUrl: fields.baseUrl === undefined ? undefined : readUrl(fields.baseUrl, `${path}.baseUrl`),
  };
}

async function readSource(given: unknown, path: string): Promise<Source> {
  const source = typeof given === 'string' ? await loadSource(given) : undefined;
  if (source) return source;
  throw fault(path, given, SOURCE_NAMES.map((name) => `"${name}"`).join(' or '));
}

function refuseChoice(fields: Fields, source: Source, path: string): void {
  for (const name of ['what', 'areas']) {
    if (fields[name] !== undefined) {
      throw new Error(`${path}.${name}: ${source.name} has nothing to choose; leave it out`);
    }
  }
}

function readDatasets(given: unknown, source: Source, path: string): string[] {
  const names = source.datasets.map(({ name }) => name);
  return readList(given, path, `a list of ${names.join(', ')}`, (text, place) => {
    if (names.includes(text)) return text;
    throw new Error(
      `${place}: ${source.name} has no ${quoteGiven(text)}${didYouMean(text, names)}; it has ${names.join(', ')}`,
    );
  });
}

function readAreas(given: unknown, path: string): string[] {
  return readList(given, path, 'a list of areas such as ["DE", "NL"]', (text, place) => {
    const area = findEicRow(text);
    if (area) return area.code;
    const codes = EIC_ROWS.map(({ code }) => code);
    throw new Error(
      `${place}: there is no area ${quoteGiven(text)}${didYouMean(text.toUpperCase(), codes)}`,
    );
  });
}

/** Refuses two entries of one name, and a dataset that is collected twice. */
function checkAlone(entry: CollectEntry, others: readonly CollectEntry[], path: string): void {
  for (const other of others) {
    if (other.name === entry.name) {
      throw new Error(`${path}.name: ${entry.name} is taken; give each entry a name of its own`);
    }
    if (other.source !== entry.source) continue;
    const dataset = entry.datasets.find((name) => other.datasets.includes(name));
    const area = entry.areas.find((code) => other.areas.includes(code));
    if (dataset === undefined || (area === undefined && entry.areas.length > 0)) continue;
    const what = area === undefined ? dataset : `${dataset} of ${area}`;
    throw new Error(`${path}: ${what} is collected by ${other.name} already`);
  }
}
