// Identities at a provider of single sign-on through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import type { IdentityStore, User } from '#store/account-store';
import { type UserRow, userOf } from '#store/accounts/account-rows';
import { USER_COLUMNS } from '#store/accounts/account-statements';
import type { Identity, LinkedIdentity } from '#store/identity-store';
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

  async spendAttempt(hash: string, now: Instant, forgetBefore: Instant): Promise<boolean> {
    const isNew = (await this.#session.run(USE_ATTEMPT, hash, now)) > 0;
    await this.#session.run(FORGET_ATTEMPTS, forgetBefore);
    return isNew;
  }
}
