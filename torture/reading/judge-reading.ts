// Judges answers that were read while their series were written: one ETag has one body, a LastUpdated has one
// state, and no answer has two.

import { hash } from 'node:crypto';
import type { Answer } from '../../harness/world/world.ts';
import type { WrittenQuestion } from './questions.ts';

/** Older ones are forgotten: an ETag names a state, and states follow each other. */
const MOST_REMEMBERED = 400_000;

export class ReadingJudge {
  /** Digests of bodies by ETag, and states by series and LastUpdated. */
  readonly #bodies = new Map<string, string>();
  readonly #states = new Map<string, number>();

  /** The fault of an answer, in a sentence; undefined if it has none. `expected` is the state it must have. */
  faultOf(question: WrittenQuestion, answer: Answer, expected?: number): string | undefined {
    const { kind } = question;
    if (answer.status !== 200) return `${kind}: ${answer.status} ${answer.text.slice(0, 200)}`;
    const states = statesIn(kind, answer);
    if (states.size > 1) return `${kind}: the states ${[...states].join(', ')} in one answer`;
    const [state] = states;
    if (state === undefined) return undefined;
    if (expected !== undefined && state !== expected)
      return `${kind}: state ${state} as of an instant of state ${expected}`;
    return this.#faultOfTag(kind, answer) ?? this.#faultOfTime(question, answer, state);
  }

  #faultOfTag(kind: string, { headers, text }: Answer): string | undefined {
    const etag = String(headers.etag);
    const digest = hash('sha256', text, 'base64url').slice(0, 16);
    const known = remember(this.#bodies, etag, digest);
    return known === digest ? undefined : `${kind}: two bodies of the ETag ${etag}`;
  }

  #faultOfTime({ kind, isLong }: WrittenQuestion, answer: Answer, state: number) {
    for (const updated of timesIn(kind, answer)) {
      const known = remember(this.#states, `${isLong} ${updated}`, state);
      if (known !== state) return `${kind}: the states ${known} and ${state} of ${updated}`;
    }
    return undefined;
  }
}

/** The value that a key was first seen with. */
function remember<T>(seen: Map<string, T>, key: string, value: T): T {
  const known = seen.get(key);
  if (known !== undefined) return known;
  if (seen.size >= MOST_REMEMBERED) seen.delete(seen.keys().next().value!);
  seen.set(key, value);
  return value;
}

const KINDS_OF_SERIES = ['series', 'series by days', 'observed and run'];

/** Every time of a change that an answer shows, to the millisecond. */
function timesIn(kind: string, { body }: Answer): string[] {
  if (KINDS_OF_SERIES.includes(kind)) return [body.LastUpdated];
  return kind === 'multi' ? body.map((one: { LastUpdated: string }) => one.LastUpdated) : [];
}

function statesIn(kind: string, { body, text }: Answer): Set<number> {
  if (KINDS_OF_SERIES.includes(kind)) return new Set(Object.values<number>(body.Values));
  if (kind === 'multi')
    return new Set(body.flatMap((one: { Values: object }) => Object.values(one.Values)));
  if (kind === 'columns') return new Set(body.values);
  if (kind === 'csv')
    return new Set(
      text
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => Number(row.split(',')[1])),
    );
  const runs: { data: ForecastPoint[] }[] = kind === 'multiseries' ? body : [body];
  return new Set(runs.flatMap(({ data }) => data.flatMap(statesOfPoint)));
}

interface ForecastPoint {
  readonly value: number;
  readonly bands?: readonly { readonly lower: number; readonly upper: number }[];
}

const statesOfPoint = ({ value, bands = [] }: ForecastPoint): number[] => [
  value,
  ...bands.flatMap(({ lower, upper }) => [lower, upper]),
];
