// Reads an answer of Open-Meteo: JSON of one location, or a list of them, checked before anything is made of it.

import { quoteGiven } from '#core/nearest';
import { HOUR_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';
import { type Pieces, SourceFault } from '#sources/source';

/** The longest list of hours that is read: more than any request asks for. */
const MOST_HOURS = 24 * 366;

/** A variable that the answer should have. */
export interface WantedColumn {
  readonly name: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

export interface LocationWeather {
  /** The hour of the first value, counted from 1970. */
  readonly firstHour: number;
  readonly hours: number;
  /** When the service answered, by its own clock; undefined if it does not say. */
  readonly answeredAt: Instant | undefined;
  /** A variable that the model does not have is all gaps, as NaN. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

type Fields = Readonly<Record<string, unknown>>;

export async function readJson(pieces: Pieces): Promise<unknown> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    const start = text.trimStart().slice(0, 40);
    throw new ImportFault(
      `this is not sound JSON; it begins with ${quoteGiven(start)} and has ${text.length} characters`,
    );
  }
}

/** The locations in the order of the request; throws if their number, a unit or a value is not as it should be. */
export function readLocations(
  answer: unknown,
  count: number,
  wanted: readonly WantedColumn[],
): LocationWeather[] {
  refuseError(answer);
  const locations = Array.isArray(answer) ? answer : [answer];
  if (locations.length !== count) {
    throw new ImportFault(`the answer has ${locations.length} locations; asked was for ${count}`);
  }
  return locations.map((location, at) => {
    refuseError(location);
    return readLocation(location, `location ${at + 1}`, wanted);
  });
}

const fieldsOf = (value: unknown, label: string): Fields => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ImportFault(`${label} is not an object with fields`);
};

/** Throws a SourceFault with the service's own words. */
function refuseError(answer: unknown): void {
  const { error, reason } = (answer ?? {}) as Fields;
  if (error !== true) return;
  throw new SourceFault(
    `Open-Meteo refused: ${typeof reason === 'string' && reason !== '' ? reason.slice(0, 300) : 'no reason given'}`,
  );
}

function readLocation(
  value: unknown,
  label: string,
  wanted: readonly WantedColumn[],
): LocationWeather {
  const fields = fieldsOf(value, label);
  const hourly = fieldsOf(fields.hourly, `${label}: hourly`);
  const units = fieldsOf(fields.hourly_units, `${label}: hourly_units`);
  const { firstHour, hours } = readTimes(hourly.time, units.time, label);
  const columns = new Map<string, Float64Array>();
  for (const column of wanted) {
    const values = readColumn(hourly[column.name], column, hours, label);
    const isEmpty = values.every(Number.isNaN);
    const unit = units[column.name];
    // A model without the variable has no unit for it either.
    if (!isEmpty && unit !== column.unit) {
      throw new ImportFault(
        `${label}: ${column.name} is in ${quoteGiven(String(unit))}, not in ${column.unit}`,
      );
    }
    columns.set(column.name, values);
  }
  return { firstHour, hours, answeredAt: readAnsweredAt(fields.current), columns };
}

function readTimes(
  given: unknown,
  unit: unknown,
  label: string,
): Pick<LocationWeather, 'firstHour' | 'hours'> {
  if (unit !== 'unixtime') {
    throw new ImportFault(
      `${label}: times are in ${quoteGiven(String(unit))}, not in "unixtime" (seconds)`,
    );
  }
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_HOURS) {
    throw new ImportFault(`${label}: hourly.time is not a list of 1 to ${MOST_HOURS} times`);
  }
  const firstHour = (Number(given[0]) * SECOND_MS) / HOUR_MS;
  const isHourly =
    Number.isSafeInteger(firstHour) &&
    given.every((time, at) => time === ((firstHour + at) * HOUR_MS) / SECOND_MS);
  if (!isHourly) throw new ImportFault(`${label}: hourly.time is not one whole hour after another`);
  return { firstHour, hours: given.length };
}

function readColumn(
  given: unknown,
  { name, least, most, unit }: WantedColumn,
  hours: number,
  label: string,
): Float64Array {
  const values = new Float64Array(hours).fill(Number.NaN);
  if (given === undefined || given === null) return values;
  if (!Array.isArray(given) || given.length !== hours) {
    const length = Array.isArray(given) ? `${given.length} values` : 'no list';
    throw new ImportFault(`${label}: ${name} has ${length} for ${hours} hours`);
  }
  for (const [at, value] of given.entries()) {
    if (value === null) continue;
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
      throw new ImportFault(
        `${label}: ${name} has ${quoteGiven(JSON.stringify(value))}; allowed is ${least} to ${most} ${unit}, or null`,
      );
    }
    values[at] = value;
  }
  return values;
}

function readAnsweredAt(current: unknown): Instant | undefined {
  const { time } = (current ?? {}) as Fields;
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 0
    ? time * SECOND_MS
    : undefined;
}
