// Fields that many wire shapes have.

import { Type } from '#contract/schema';

export const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** An instant in UTC. */
export const utc = (description: string, example = '2024-05-17T00:00:00Z') =>
  Type.String({ description, examples: [example] });
