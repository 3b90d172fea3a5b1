// A keyword with its shift: `today-7`. Blanks beside the sign do not matter. A blank instead of it is a plus,
// because that is what becomes of the plus of `?to=today+7` in an address.

import { findDayKeyword, isSeriesKeyword, type SeriesKeyword } from '#core/time/keywords';

export type ShiftedKeyword =
  | { readonly isDayKeyword: true; readonly name: string; readonly shift: number }
  | { readonly isDayKeyword: false; readonly name: SeriesKeyword; readonly shift: number };

// Four digits after a blank are a year: Q1 2026.
const FORM = /^([a-z]+[0-9]?)(?: *([+-]) *([0-9]{1,4})| +([0-9]{1,3}))?$/;

/** Reads a lower-case text; undefined if it is no keyword with a shift. */
export function readShifted(text: string): ShiftedKeyword | undefined {
  const [, name, sign, signed, unsigned] = FORM.exec(text) ?? [];
  if (name === undefined) return undefined;
  // `week 46` is rather the week of that number: it is refused and both are offered.
  if (name === 'week' && unsigned !== undefined) return undefined;
  const shift = Number(signed ?? unsigned ?? 0) * (sign === '-' ? -1 : 1);
  if (isSeriesKeyword(name)) return { isDayKeyword: false, name, shift };
  return findDayKeyword(name) && { isDayKeyword: true, name, shift };
}

/** Writes a keyword as the documents do: `today 7` and `Today + 7` are `today+7`. Other texts stay. */
export function tidyKeyword(given: string): string {
  const text = given.trim().toLowerCase();
  if (!text.includes(' ')) return given;
  const read = readShifted(text);
  if (!read) return given;
  const { name, shift } = read;
  return shift < 0 ? `${name}${shift}` : `${name}+${shift}`;
}
