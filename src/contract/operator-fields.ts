// Fields that shapes of the operator interface share.

import { optionalText, utc as utcField } from '#contract/fields';
import { type Static, Type } from '#contract/schema';

const NOW = '2024-05-17T10:00:00Z';

/** A field of one type or null, as one schema: a wrong type is then one fault and not two. */
export const orNull = <T>(type: string, options: object) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

export const utc = (description: string) => utcField(description, NOW);

export const utcOrNull = (description: string) =>
  orNull<string>('string', { description, examples: [NOW] });

export const count = (description: string, example = 0) =>
  Type.Integer({ description, examples: [example] });

export const entry = count(
  'Number of this write in the journal; POST …/imports/{id}/undo takes it',
  17,
);

/** What the answer of a write says that can be tried without writing. */
export const dryRunFields = {
  entry: orNull<number>('integer', {
    description:
      'Number of this write in the journal; POST …/imports/{id}/undo takes it. Null in a dry run',
    examples: [17],
  }),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'true if nothing was written', examples: [true] }),
  ),
};

export const DryRunQuery = Type.Object({
  dryRun: optionalText('true writes nothing and answers what would be written', 'true'),
});
export type DryRunQuery = Static<typeof DryRunQuery>;
