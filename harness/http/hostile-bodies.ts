// Bodies that are as bad as a route's size allows: made from its schema, wrong in each way that could make
// a refusal large or slow.

import type { Schema } from './openapi-document.ts';

/** A body, and what is odd about it. */
export interface HostileBody {
  readonly kind: string;
  readonly text: string;
}

const DEPTH = 31;
/** Room for the name of a field. */
const LONGEST_NAME = 40;

/** Repeats a piece, with commas between, as often as fits into `bytes`. */
function fill(piece: (i: number) => string, bytes: number): string {
  const pieces: string[] = [];
  for (let length = 0, i = 0; ; i++) {
    const next = piece(i);
    length += next.length + 1;
    if (length > bytes) return pieces.join(',');
    pieces.push(next);
  }
}

/** Routes share most sizes, and making the values of one takes tens of milliseconds. */
const madeOddValues = new Map<number, readonly HostileBody[]>();

/** Values of a wrong type or an odd size, each about `bytes` long. */
function oddValues(bytes: number): readonly HostileBody[] {
  let values = madeOddValues.get(bytes);
  if (!values) madeOddValues.set(bytes, (values = makeOddValues(bytes)));
  return values;
}

const makeOddValues = (bytes: number): readonly HostileBody[] => [
  { kind: 'numbers', text: `[${fill(() => '0', bytes)}]` },
  { kind: 'nulls', text: `[${fill(() => 'null', bytes)}]` },
  { kind: 'empty texts', text: `[${fill(() => '""', bytes)}]` },
  { kind: 'different texts', text: `[${fill((i) => `"${i.toString(36)}"`, bytes)}]` },
  { kind: 'empty objects', text: `[${fill(() => '{}', bytes)}]` },
  { kind: 'objects', text: `[${fill((i) => `{"${i.toString(36)}":${i}}`, bytes)}]` },
  { kind: 'arrays', text: `[${fill(() => '[0]', bytes)}]` },
  { kind: 'fields', text: `{${fill((i) => `"${i.toString(36)}":0`, bytes)}}` },
  {
    kind: 'deep objects',
    text: `[${fill(() => `${'{"a":'.repeat(DEPTH - 4)}0${'}'.repeat(DEPTH - 4)}`, bytes)}]`,
  },
  { kind: 'a long text', text: `"${'a'.repeat(bytes)}"` },
  { kind: 'a text of blanks', text: `"${' '.repeat(bytes)}x"` },
  { kind: 'a text of quotes', text: `"${'\\"'.repeat(bytes / 2)}"` },
  { kind: 'a text of control characters', text: `"${'\\u0001'.repeat(bytes / 6)}"` },
  { kind: 'a text of digits', text: `"${'9'.repeat(bytes)}"` },
  { kind: 'a long number', text: '9'.repeat(bytes) },
  { kind: 'brackets far apart', text: `}${' '.repeat(32)}`.repeat(bytes / 33) },
];

/** The hostile bodies of one schema: each odd value as the body, in each field, in all, and beside them. */
export function hostileBodies(schema: Schema, limit: number): HostileBody[] {
  const fields = Object.keys(schema.properties ?? {});
  const room = limit - 200 - LONGEST_NAME;
  const bodies = [...oddValues(room)];
  for (const field of fields) {
    for (const { kind, text } of oddValues(room))
      bodies.push({ kind: `${field}: ${kind}`, text: `{"${field}":${text}}` });
  }
  for (const { kind, text } of oddValues(Math.floor(room / (fields.length || 1)) - 40)) {
    const all = fields.map((field) => `"${field}":${text}`).join(',');
    bodies.push({ kind: `every field: ${kind}`, text: `{${all}}` });
  }
  bodies.push({ kind: 'not closed', text: '['.repeat(DEPTH) + '"'.repeat(room - DEPTH) });
  bodies.push({ kind: 'blanks', text: ' '.repeat(room) });
  return bodies;
}
