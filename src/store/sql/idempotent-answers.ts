// Answers that are given again to a request with the same idempotency key.

import type { Instant } from '#core/time/instant';
import type { KeptAnswer } from '#store/series-store';
import type { SqlSession } from '#store/sql/sql-session';
import type * as sql from '#store/sql/statements';

type AnswerStatements = typeof sql.SERIES_ANSWERS;

const KEPT_MS = 24 * 3_600_000;

export async function findAnswer(
  session: SqlSession,
  statements: AnswerStatements,
  keyHash: string,
  after: Instant,
): Promise<KeptAnswer | undefined> {
  const [row] = await session.all<KeptAnswer>(statements.find, keyHash, after);
  return row && { ...row };
}

/** Stores an answer, and forgets those of more than a day ago. */
export async function keepAnswer(
  session: SqlSession,
  statements: AnswerStatements,
  keyHash: string,
  { digest, answer }: KeptAnswer,
  now: Instant,
): Promise<void> {
  await session.run(statements.forget, now - KEPT_MS);
  await session.run(statements.keep, keyHash, digest, answer, now);
}
