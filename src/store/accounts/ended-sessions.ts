// Sessions that have ended. Each stays a credential for a week, so that its browser can be told why. No secret
// finds it, because its hash begins with "ended ". Its kind names what ended it, its last use is its end.

import { DAY_MS, type Instant } from '#core/time/instant';
import type { EndedSession, SessionEnding } from '#store/account-store';
import type { SqlSession, SqlValue } from '#store/sql/sql-session';

/** An ended session is kept this long. */
export const KEPT_ENDED_MS = 7 * DAY_MS;
/** The most ended sessions of a user that are kept, the last ones. */
const MAX_KEPT = 100;

interface EndStatements {
  /** Removes what an earlier session with the same hash left. */
  readonly clear: string;
  readonly end: string;
}

/** The statements that end the sessions of a condition, which has the first parameter. */
const statementsOf = (condition: string, changes: string): EndStatements => ({
  clear: `DELETE FROM credential WHERE hash IN (
    SELECT 'ended ' || hash FROM credential WHERE ${condition} AND kind = 'session')`,
  end: `UPDATE credential SET hash = 'ended ' || hash, address = NULL, agent = NULL, ${changes}
    WHERE ${condition} AND kind = 'session' RETURNING user_id AS "userId"`,
});

const GIVEN_END = 'kind = $2, last_used_at = $3, expires_at = $4';
const OWN_END = 'kind = $2, last_used_at = expires_at, expires_at = expires_at + $3';
const END_ONE = statementsOf('hash = $1', GIVEN_END);
const END_ALL = statementsOf('user_id = $1', GIVEN_END);
const END_EXPIRED = statementsOf('expires_at <= $1', OWN_END);
const FIND = `SELECT kind, created_at AS "createdAt", last_used_at AS "endedAt"
  FROM credential WHERE hash = $1`;
const FORGET = `DELETE FROM credential
  WHERE user_id = $1 AND kind LIKE 'ended %' AND hash NOT IN (
  SELECT hash FROM credential WHERE user_id = $1 AND kind LIKE 'ended %'
  ORDER BY last_used_at DESC, hash LIMIT ${MAX_KEPT})`;

type Ending = Omit<EndedSession, 'createdAt'>;

const ENDED = 'ended ';
const kindOf = (ending: SessionEnding): string => ENDED + ending;
const columnsOf = ({ ending, endedAt }: Ending): SqlValue[] => [
  kindOf(ending),
  endedAt,
  endedAt + KEPT_ENDED_MS,
];

/** Ends a session. False if no such session is stored. */
export const endSession = async (
  session: SqlSession,
  hash: string,
  ended: Ending,
): Promise<boolean> => (await end(session, END_ONE, hash, ...columnsOf(ended))) > 0;

export async function endSessionsOfUser(
  session: SqlSession,
  userId: number,
  ended: Ending,
): Promise<void> {
  await end(session, END_ALL, userId, ...columnsOf(ended));
}

/** Ends the sessions with expires_at ≤ now and returns their number. */
export const endExpiredSessions = (session: SqlSession, now: Instant): Promise<number> =>
  end(session, END_EXPIRED, now, kindOf('over'), KEPT_ENDED_MS);

export async function findEndedSession(
  session: SqlSession,
  hash: string,
): Promise<EndedSession | undefined> {
  const [row] = await session.all<Omit<EndedSession, 'ending'> & { kind: string }>(
    FIND,
    ENDED + hash,
  );
  if (!row) return undefined;
  const { kind, createdAt, endedAt } = row;
  return { ending: kind.slice(ENDED.length) as SessionEnding, createdAt, endedAt };
}

/** Ends sessions, and forgets what is one too many for their users. */
async function end(
  session: SqlSession,
  statements: EndStatements,
  which: SqlValue,
  ...changes: SqlValue[]
): Promise<number> {
  await session.run(statements.clear, which);
  const rows = await session.all<{ userId: number }>(statements.end, which, ...changes);
  for (const userId of new Set(rows.map((row) => row.userId))) await session.run(FORGET, userId);
  return rows.length;
}
