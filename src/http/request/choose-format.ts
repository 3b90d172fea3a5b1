// The format of an answer: the one that `format=` names, else the one that Accept prefers (RFC 9110,
// 12.5.1), else JSON.

import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { EXPORT_FORMATS } from '#exporters/export-formats';

export interface OfferedFormat {
  readonly name: string;
  /** The name in Accept; undefined if only `format=` can name it. */
  readonly mediaType: string | undefined;
}

/** Returns the format that `format=` names; undefined if it is left out or empty. */
export function parseFormat<T extends OfferedFormat>(
  given: string | undefined,
  offered: readonly T[],
): T | undefined {
  const text = (given ?? '').trim().toLowerCase();
  if (text === '') return undefined;
  const found = offered.find(({ name }) => name === text);
  if (found) return found;
  const names = offered.map(({ name }) => name);
  const message = `unknown format ${quoteGiven(given!)}${didYouMean(text, names)}`;
  throw refuseField('field_invalid', 'format', message, names);
}

interface MediaRange {
  readonly type: string;
  /** The quality, 0 to 1; 0 means "not this". */
  readonly q: number;
  /** The place in the header. */
  readonly at: number;
}

const MOST_RANGES = 100;
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function parseAccept(header: string): MediaRange[] {
  return header.split(',', MOST_RANGES).map((part, at) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters
      .find((parameter) => /^q\s*=/.test(parameter))
      ?.split('=')[1]
      ?.trim();
    // A quality that cannot be read counts as 1.
    return { type, q: quality !== undefined && QUALITY.test(quality) ? Number(quality) : 1, at };
  });
}

/** How closely a range names a type: 2 exactly, 1 by its family, 0 by `*` alone, -1 not at all. */
function closeness(range: string, type: string): number {
  if (range === type) return 2;
  if (range === `${type.split('/', 1)[0]}/*`) return 1;
  return range === '*/*' ? 0 : -1;
}

/** Returns the range that decides for a type: the one that names it most closely. */
function rangeFor(ranges: readonly MediaRange[], type: string) {
  const fitting = ranges
    .map((range) => ({ ...range, close: closeness(range.type, type) }))
    .filter(({ close }) => close >= 0);
  return fitting.sort((a, b) => b.close - a.close || a.at - b.at)[0];
}

/**
 * Returns the offered format that an Accept header prefers, undefined if none. Quality counts first, then
 * how closely a format is named, then the header's order, then that of the offers.
 */
export function chooseAccepted<T extends OfferedFormat>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  const ranges = parseAccept(accept ?? '*/*');
  const liked = offered.flatMap((format) => {
    const range = format.mediaType && rangeFor(ranges, format.mediaType);
    return range && range.q > 0 ? [{ format, range }] : [];
  });
  liked.sort(({ range: a }, { range: b }) => b.q - a.q || b.close - a.close || a.at - b.at);
  return liked[0]?.format;
}

export const JSON_FORMAT = {
  name: 'json',
  form: 'document',
  mediaType: 'application/json',
} as const;
const COLUMNS_FORMAT = { name: 'columns', form: 'columns', mediaType: undefined } as const;
const [CSV_FORMAT, ...OTHER_FILES] = EXPORT_FORMATS;
const OFFERED = [JSON_FORMAT, CSV_FORMAT!, COLUMNS_FORMAT, ...OTHER_FILES];

interface FormatRequest {
  readonly query: { readonly format?: string };
  readonly headers: { readonly accept?: string };
}

/** Returns the format that a request asks for. */
export const chooseFormat = ({ query, headers }: FormatRequest): (typeof OFFERED)[number] =>
  parseFormat(query.format, OFFERED) ?? chooseAccepted(headers.accept, OFFERED) ?? JSON_FORMAT;
