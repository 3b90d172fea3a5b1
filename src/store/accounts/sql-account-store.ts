// Users, plans and credentials through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import type {
  AccountEntry,
  AccountStore,
  Credential,
  EndedSession,
  Grant,
  IdentityStore,
  LinkStore,
  NewUserRow,
  Plan,
  SessionCredential,
  SessionUse,
  User,
  UserChange,
} from '#store/account-store';
import {
  type CredentialRow,
  credentialOf,
  type GrantRow,
  grantOf,
  type PlanRow,
  planOf,
  type UserRow,
  userOf,
} from '#store/accounts/account-rows';
import * as sql from '#store/accounts/account-statements';
import { SqlBoardStore } from '#store/accounts/sql-board-store';
import { SqlLimitStore } from '#store/accounts/sql-limit-store';
import type { BoardStore } from '#store/board-store';
import { foldCase } from '#store/search/search-text';
import type { KeptAnswer } from '#store/series-store';
import { findAnswer, keepAnswer } from '#store/sql/idempotent-answers';
import type { SqlSession } from '#store/sql/sql-session';
import { ACCOUNT_ANSWERS } from '#store/sql/statements';
import type { WebhookStore } from '#store/webhook-store';

/** A flag as it is stored; null leaves it as it is. */
const flagOf = (isSet: boolean | undefined): number | null =>
  isSet === undefined ? null : isSet ? 1 : 0;

/** Loaded with the first ending of a session: a server is ready sooner without it. */
const loadEndings = () => import('#store/accounts/ended-sessions');

type Transact = <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>;

export class SqlAccountStore extends SqlLimitStore implements AccountStore {
  #boards: BoardStore | undefined;
  readonly #transact: Transact;

  /** `windows` as in SqlLimitStore. */
  constructor(session: SqlSession, transact: Transact, windows: SqlSession = session) {
    super(session, windows);
    this.#transact = transact;
  }

  get boards(): BoardStore {
    return (this.#boards ??= new SqlBoardStore(this.session, this.windows));
  }

  transact<T>(work: (accounts: AccountStore) => Promise<T>): Promise<T> {
    return this.#transact((session) => {
      // A transaction within another is part of it.
      const within: Transact = (inner) => inner(session);
      return work(new SqlAccountStore(session, within, this.windows));
    });
  }

  async webhooks(): Promise<WebhookStore> {
    const { SqlWebhookStore } = await import('#store/accounts/sql-webhook-store');
    return new SqlWebhookStore(this.session, this.windows);
  }

  async links(): Promise<LinkStore> {
    const { SqlLinkStore } = await import('#store/accounts/sql-link-store');
    return new SqlLinkStore(this.session, this.windows);
  }

  async identities(): Promise<IdentityStore> {
    const { SqlIdentityStore } = await import('#store/accounts/sql-identity-store');
    return new SqlIdentityStore(this.session);
  }

  async findUser(name: string): Promise<User | undefined> {
    const [row] = await this.session.all<UserRow>(sql.FIND_USER, foldCase(name));
    return row && userOf(row);
  }

  async listUsers(): Promise<User[]> {
    return (await this.session.all<UserRow>(sql.LIST_USERS)).map(userOf);
  }

  async addUser(user: NewUserRow): Promise<User | undefined> {
    const { name, passwordHash, planName, createdAt, role = 'reader' } = user;
    const isDisabled = user.isDisabled ? 1 : 0;
    const columns = [name, foldCase(name), passwordHash, planName, isDisabled, createdAt, role];
    columns.push(JSON.stringify(user.writePatterns ?? []), user.isService ? 1 : 0);
    const [row] = await this.session.all<UserRow>(sql.ADD_USER, ...columns);
    return row && userOf(row);
  }

  async updateUser(name: string, change: UserChange): Promise<User | undefined> {
    const { passwordHash, planName = null, isDisabled, role = null, writePatterns } = change;
    const [row] = await this.session.all<UserRow>(
      sql.UPDATE_USER,
      foldCase(name),
      passwordHash === undefined ? 0 : 1,
      passwordHash ?? null,
      planName,
      flagOf(isDisabled),
      role,
      writePatterns === undefined ? null : JSON.stringify(writePatterns),
    );
    return row && userOf(row);
  }

  async findPlan(name: string): Promise<Plan | undefined> {
    const [row] = await this.session.all<PlanRow>(sql.FIND_PLAN, name);
    return row && planOf(row);
  }

  async listPlans(): Promise<Plan[]> {
    return (await this.session.all<PlanRow>(sql.LIST_PLANS)).map(planOf);
  }

  async putPlan(plan: Plan): Promise<void> {
    const { name, requestsPerMinute, pointsPerAnswer } = plan;
    const patterns = JSON.stringify(plan.patterns);
    await this.session.run(sql.PUT_PLAN, name, patterns, requestsPerMinute, pointsPerAnswer);
  }

  async addCredential(credential: Credential): Promise<boolean> {
    const { hash, userId, kind, name, createdAt, expiresAt, session, patterns } = credential;
    const {
      lastUsedAt = credential.keyUsedAt ?? null,
      address = null,
      agent = null,
    } = session ?? {};
    const columns = [hash, userId, kind, name, createdAt, expiresAt, lastUsedAt, address, agent];
    const list = patterns === undefined ? null : JSON.stringify(patterns);
    return (await this.session.run(sql.ADD_CREDENTIAL, ...columns, list)) > 0;
  }

  async findGrant(hash: string): Promise<Grant | undefined> {
    const [row] = await this.session.all<GrantRow>(sql.FIND_GRANT, hash);
    return row && grantOf(row);
  }

  async listKeys(userId: number): Promise<Credential[]> {
    return (await this.session.all<CredentialRow>(sql.LIST_KEYS, userId)).map(credentialOf);
  }

  async removeCredential(hash: string): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_CREDENTIAL, hash)) > 0;
  }

  async removeKey(userId: number, name: string): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_KEY, userId, name)) > 0;
  }

  async removeTokens(userId: number, ended?: Omit<EndedSession, 'createdAt'>): Promise<void> {
    if (ended) {
      const { endSessionsOfUser } = await loadEndings();
      await endSessionsOfUser(this.session, userId, ended);
    }
    await this.session.run(sql.REMOVE_TOKENS, userId);
  }

  async endSession(hash: string, ended: Omit<EndedSession, 'createdAt'>): Promise<boolean> {
    const { endSession } = await loadEndings();
    return endSession(this.session, hash, ended);
  }

  async findEndedSession(hash: string): Promise<EndedSession | undefined> {
    const { findEndedSession } = await loadEndings();
    return findEndedSession(this.session, hash);
  }

  async listSessions(userId: number): Promise<SessionCredential[]> {
    const rows = await this.session.all<CredentialRow>(sql.LIST_SESSIONS, userId);
    return rows.map((row) => credentialOf(row) as SessionCredential);
  }

  async renewSession(
    hash: string,
    { lastUsedAt, address }: Omit<SessionUse, 'agent'>,
    expiresAt: Instant,
  ): Promise<void> {
    await this.session.run(sql.RENEW_SESSION, hash, lastUsedAt, address, expiresAt);
  }

  async noteKeyUse(hash: string, now: Instant, everyMs: number): Promise<void> {
    await this.windows.run(sql.NOTE_KEY_USE, hash, now, now - everyMs, now + everyMs);
  }

  async removeExpired(now: Instant): Promise<number> {
    const { endExpiredSessions, KEPT_ENDED_MS } = await loadEndings();
    const credentials = await this.session.run(sql.REMOVE_EXPIRED, now, now - KEPT_ENDED_MS);
    const sessions = await endExpiredSessions(this.session, now);
    const links = await this.session.run(sql.REMOVE_EXPIRED_LINKS, now);
    return credentials + sessions + links + (await this.boards.removeExpiredLinks(now));
  }

  async addEntry({
    recordedAt,
    actor,
    kind,
    name,
    detail,
  }: Omit<AccountEntry, 'id'>): Promise<void> {
    await this.session.run(sql.ADD_ACCOUNT_ENTRY, recordedAt, actor, kind, name, detail);
  }

  async listEntries(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<AccountEntry[]> {
    const rows = await this.session.all<AccountEntry>(sql.LIST_ACCOUNT_ENTRIES, before, limit);
    return rows.map((row) => ({ ...row }));
  }

  async findLastEntry(kind: string, name: string): Promise<AccountEntry | undefined> {
    const [row] = await this.session.all<AccountEntry>(sql.FIND_LAST_ENTRY, kind, name);
    return row && { ...row };
  }

  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined> {
    return findAnswer(this.session, ACCOUNT_ANSWERS, keyHash, after);
  }

  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void> {
    return keepAnswer(this.session, ACCOUNT_ANSWERS, keyHash, kept, now);
  }
}
