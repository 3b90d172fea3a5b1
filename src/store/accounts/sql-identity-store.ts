// Identities at a provider of single sign-on through SQL: the same for each engine.

import { hash } from 'node:crypto';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { IdentityStore, User } from '#store/account-store';
import { type UserRow, userOf } from '#store/accounts/account-rows';
import { USER_COLUMNS } from '#store/accounts/account-statements';
import type { Identity, LinkedIdentity, ProviderSession } from '#store/identity-store';
import type { SqlSession } from '#store/sql/sql-session';

const FIND_USER = `SELECT ${USER_COLUMNS} FROM app_user WHERE user_id =
  (SELECT user_id FROM user_identity WHERE issuer = $1 AND subject = $2)`;
const LIST = `SELECT issuer, subject, user_id AS "userId", linked_at AS "linkedAt"
  FROM user_identity WHERE user_id = $1 ORDER BY issuer, subject`;
const ADD = `INSERT INTO user_identity (issuer, subject, user_id, linked_at)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
const REMOVE_TOKENS = `DELETE FROM credential WHERE kind = 'provider' AND user_id =
  (SELECT user_id FROM user_identity WHERE issuer = $1 AND subject = $2)`;
const REMOVE = 'DELETE FROM user_identity WHERE issuer = $1 AND subject = $2';
const USE_ATTEMPT = `INSERT INTO used_sign_in (hash, used_at) VALUES ($1, $2)
  ON CONFLICT DO NOTHING`;
const FORGET_ATTEMPTS = 'DELETE FROM used_sign_in WHERE used_at < $1';
// Notes are rows of credentials that no secret finds, because their hashes have a blank, and that end by themselves.
const NOTE = `INSERT INTO credential (hash, user_id, kind, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO UPDATE
  SET user_id = excluded.user_id, created_at = excluded.created_at, expires_at = excluded.expires_at`;
const FIND_NOTED_USER = `SELECT ${USER_COLUMNS} FROM app_user WHERE user_id =
  (SELECT user_id FROM credential WHERE hash = $1)`;
const FIND_NOTE = 'SELECT created_at AS "at" FROM credential WHERE hash = $1';
const END_TOKENS = `DELETE FROM credential WHERE kind = 'provider' AND user_id = $1`;
const END_CODES = 'DELETE FROM sign_in_code WHERE user_name = $1';
/** The time for which ended sessions are noted: no provider's token lasts longer. */
const NOTED_MS = 7 * DAY_MS;

const sessionHashOf = (issuer: string, sessionId: string): string =>
  `sid ${hash('sha256', `${issuer} ${sessionId}`, 'hex')}`;
const endHashOf = (userId: number): string => `ended tokens ${userId}`;

export class SqlIdentityStore implements IdentityStore {
  readonly #session: SqlSession;

  constructor(session: SqlSession) {
    this.#session = session;
  }

  async findUser({ issuer, subject }: Identity): Promise<User | undefined> {
    const [row] = await this.#session.all<UserRow>(FIND_USER, issuer, subject);
    return row && userOf(row);
  }

  async list(userId: number): Promise<LinkedIdentity[]> {
    const rows = await this.#session.all<LinkedIdentity>(LIST, userId);
    return rows.map((row) => ({ ...row }));
  }

  async add({ issuer, subject, userId, linkedAt }: LinkedIdentity): Promise<boolean> {
    return (await this.#session.run(ADD, issuer, subject, userId, linkedAt)) > 0;
  }

  async remove({ issuer, subject }: Identity): Promise<boolean> {
    await this.#session.run(REMOVE_TOKENS, issuer, subject);
    return (await this.#session.run(REMOVE, issuer, subject)) > 0;
  }

  async spendAttempt(key: string, now: Instant, forgetBefore: Instant): Promise<boolean> {
    const isNew = (await this.#session.run(USE_ATTEMPT, key, now)) > 0;
    await this.#session.run(FORGET_ATTEMPTS, forgetBefore);
    return isNew;
  }

  async noteSession(noted: ProviderSession): Promise<void> {
    const { issuer, sessionId, userId, notedAt, until } = noted;
    const key = sessionHashOf(issuer, sessionId);
    await this.#session.run(NOTE, key, userId, 'noted session', notedAt, until);
  }

  async findUserOfSession(issuer: string, sessionId: string): Promise<User | undefined> {
    const key = sessionHashOf(issuer, sessionId);
    const [row] = await this.#session.all<UserRow>(FIND_NOTED_USER, key);
    return row && userOf(row);
  }

  async endTokens({ id, name }: User, issuedAt: Instant, now: Instant): Promise<void> {
    await this.#session.run(END_TOKENS, id);
    await this.#session.run(END_CODES, name);
    const until = Math.max(issuedAt, (await this.tokensEndedAt(id)) ?? issuedAt);
    const columns = [id, 'noted end', until, now + NOTED_MS] as const;
    await this.#session.run(NOTE, endHashOf(id), ...columns);
  }

  async tokensEndedAt(userId: number): Promise<Instant | undefined> {
    const [row] = await this.#session.all<{ at: Instant }>(FIND_NOTE, endHashOf(userId));
    return row?.at;
  }
}
