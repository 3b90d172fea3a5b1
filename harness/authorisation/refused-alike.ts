// Callers that the server refuses by who they are, before their route matters: wrong, ended and foreign secrets.

import { INTENDED, type Outcome } from './authorisation-callers.ts';

/** The number of callers refused alike from which not each asks every route. */
const MANY = 5;
/** Open to callers that are refused elsewhere. */
const OPEN = new Set(['public', 'sign-in', 'list']);

function isRefused(outcomes: ReadonlyMap<string, Outcome>): boolean {
  const rest = [...outcomes].filter(([column]) => !OPEN.has(column));
  const codes = new Set(rest.map(([, { code }]) => code));
  return codes.size === 1 && !codes.has(undefined);
}

/** Every such caller except the first of those that are refused alike, if there are many of a kind. */
export const REFUSED_ALIKE: ReadonlySet<string> = new Set(
  [
    ...Map.groupBy(
      [...INTENDED].filter(([, outcomes]) => isRefused(outcomes)),
      ([, outcomes]) => JSON.stringify([...outcomes]),
    ).values(),
  ]
    .filter((kind) => kind.length >= MANY)
    .flatMap((kind) => kind.slice(1).map(([caller]) => caller)),
);
