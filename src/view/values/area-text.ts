// Areas in words: the name, and what tells apart two whose names say nearly the same. Pure.

import { findArea } from '#core/market/areas';

/** The published names stay as they are; pages say this beside them. */
const NOTES: Readonly<Record<string, string>> = {
  UK: 'with Northern Ireland',
  GB: 'without Northern Ireland',
};

/** What an area is, beyond its name; empty if the name says it. */
export const areaNote = (code: string): string => NOTES[code.toUpperCase()] ?? '';

/** Writes `Germany`, or `Great Britain (without Northern Ireland)`. */
export function areaText(code: string): string {
  const name = findArea(code)?.description ?? code;
  const note = areaNote(code);
  return note === '' ? name : `${name} (${note})`;
}
