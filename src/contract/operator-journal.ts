// Wire shapes of the operator interface for its journals: /api/operator/imports and /audit.

import { optionalText } from '#contract/fields';
import { count, dryRunFields, orNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

const counts = { new: count('New', 4), changed: count('Changed'), same: count('Same') };

export const EntryShape = Type.Object({
  id: count('Number in the journal', 17),
  recordedAt: Type.String({ description: 'UTC', examples: ['2024-05-17T10:00:00.000Z'] }),
  kind: Type.String({
    description: 'import, runs, values, define, collect, undo, rule, review or compact',
    examples: ['values'],
  }),
  actor: Type.String({ description: 'Who', examples: ['anna'] }),
  name: Type.String({ description: 'File, source or series', examples: ['dehrprice'] }),
  undoes: orNull<number>('integer', { description: 'The entry it took back', examples: [9] }),
  undoneBy: orNull<number>('integer', { description: 'The entry that took it back' }),
  series: count('Series that were changed', 1),
  points: Type.Object({ ...counts, held: count('Put aside') }),
  runs: Type.Object(counts),
});
export type EntryShape = Static<typeof EntryShape>;

export const EntriesQuery = Type.Object({
  limit: optionalText('The most entries, 1 to 1000; 100 by default', '100'),
  before: optionalText('Only entries with smaller numbers', '1000000'),
  kind: optionalText('Only of this kind', 'values'),
});
export type EntriesQuery = Static<typeof EntriesQuery>;

export const EntryParams = Type.Object({
  id: Type.String({ description: 'Number in the journal', examples: ['1'] }),
});
export type EntryParams = Static<typeof EntryParams>;

/** A body that may be left out. */
export const NoBody = Type.Unsafe<object | null>({ type: ['object', 'null'], properties: {} });

export const Undone = Type.Object({
  ...dryRunFields,
  undoes: count('The entry that was taken back', 1),
  points: count('Points that are again what they were', 4),
  runs: count('Runs that are again what they were'),
  definitions: count('Series whose texts are again what they were'),
  kept: count('Points and runs that stay, as they were changed again since'),
});
export type Undone = Static<typeof Undone>;

export const AuditQuery = Type.Object({
  limit: optionalText('The most entries, 1 to 1000; 100 by default', '100'),
  before: optionalText('The end of the page before; see the Link header', '1000000.1000000'),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditShape = Type.Object({
  journal: Type.String({ description: 'data or accounts', examples: ['accounts'] }),
  id: count('Number within its journal', 3),
  recordedAt: Type.String({ description: 'UTC', examples: ['2024-05-17T10:00:00.000Z'] }),
  actor: Type.String({ description: 'Who', examples: ['anna'] }),
  kind: Type.String({ examples: ['user-added'] }),
  name: Type.String({ description: 'What it was about', examples: ['robot'] }),
  detail: Type.String({ examples: ['Added with plan everything, without a password.'] }),
});
export type AuditShape = Static<typeof AuditShape>;
