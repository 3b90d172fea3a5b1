// The state of a rule for one series: ok → pending → firing → ok again. A silence keeps back what would be told;
// what was told last is part of the state, so that each side is told once.

import { DAY_MS, type Instant } from '#core/time/instant';

export type AlertState = 'ok' | 'pending' | 'firing';

/** What the last message said. A series without a message counts as ok. */
export type ToldState = 'ok' | 'firing';

export interface AlertStanding {
  readonly state: AlertState;
  /** The time since which the state lasts. */
  readonly since: Instant;
  readonly told: ToldState;
}

/** A state that was reached, and what is told of it. */
export interface AlertStep {
  readonly standing: AlertStanding;
  /** The change for the history; undefined if only pending began or ended, or a silence ended. */
  readonly change: 'firing' | 'resolved' | undefined;
  /** The message; undefined if none is due. */
  readonly message: 'firing' | 'resolved' | undefined;
}

/** A clock that is this much behind the last change was set wrong then, and is believed now. */
const BELIEVED_BACK_MS = DAY_MS;

/**
 * The time at which a rule is judged: never before its last change, so that a clock set back does not undo the
 * change and make it again later.
 */
export const judgingTime = (standing: AlertStanding | undefined, now: Instant): Instant =>
  standing && standing.since > now && standing.since - now <= BELIEVED_BACK_MS
    ? standing.since
    : now;

/** What comes of a judgement; undefined if nothing changes. `now` is a judging time. */
export function stepOf(
  before: AlertStanding | undefined,
  isTrue: boolean,
  now: Instant,
  waitMs: number,
  isSilenced: boolean,
): AlertStep | undefined {
  const { state, since, told } = before ?? { state: 'ok', since: now, told: 'ok' };
  const next = nextState(state, isTrue, now - since, waitMs);
  const isSame = next === state;
  const reached: ToldState = next === 'firing' ? 'firing' : 'ok';
  const isDue = !isSilenced && reached !== told;
  if (isSame && !isDue) return undefined;
  const standing = { state: next, since: isSame ? since : now, told: isDue ? reached : told };
  return {
    standing,
    change: changeOf(state, next),
    message: isDue ? messageOf(reached) : undefined,
  };
}

function nextState(
  state: AlertState,
  isTrue: boolean,
  lastedMs: number,
  waitMs: number,
): AlertState {
  if (!isTrue) return 'ok';
  if (state === 'firing' || waitMs === 0) return 'firing';
  return state === 'pending' && lastedMs >= waitMs ? 'firing' : 'pending';
}

function changeOf(from: AlertState, to: AlertState): AlertStep['change'] {
  if (from === to) return undefined;
  if (to === 'firing') return 'firing';
  return from === 'firing' ? 'resolved' : undefined;
}

const messageOf = (told: ToldState) => (told === 'firing' ? 'firing' : 'resolved');
