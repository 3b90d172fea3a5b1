// Links that answer one question each, through SQL: the same for each engine.

import type { Instant } from '#core/time/instant';
import type { LinkGrant, LinkStore } from '#store/account-store';
import { type PlanRow, planOf, type UserRow, userOf } from '#store/accounts/account-rows';
import * as sql from '#store/accounts/link-statements';
import type { QuestionLink } from '#store/link-store';
import type { SqlSession } from '#store/sql/sql-session';

type LinkRow = Omit<QuestionLink, 'query'> & { readonly query: string };

type GrantRow = LinkRow &
  Omit<UserRow, 'id' | 'name' | 'createdAt'> &
  Omit<PlanRow, 'name'> & { readonly userName: string; readonly userCreatedAt: Instant };

const linkOf = (row: LinkRow): QuestionLink => ({
  hash: row.hash,
  userId: row.userId,
  name: row.name,
  path: row.path,
  query: JSON.parse(row.query) as Record<string, string>,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
});

function grantOf(row: GrantRow): LinkGrant {
  const { userId, userName, userCreatedAt, passwordHash, planName, isDisabled } = row;
  const { role, writePatterns, isService } = row;
  const { patterns, requestsPerMinute, pointsPerAnswer } = row;
  const states = { isDisabled, role, writePatterns, isService, createdAt: userCreatedAt };
  return {
    link: linkOf(row),
    user: userOf({ id: userId, name: userName, passwordHash, planName, ...states }),
    plan: planOf({ name: planName, patterns, requestsPerMinute, pointsPerAnswer }),
  };
}

export class SqlLinkStore implements LinkStore {
  readonly #session: SqlSession;
  readonly #uses: SqlSession;

  /** `uses` is the session for uses of links, which need not survive a power cut. */
  constructor(session: SqlSession, uses: SqlSession) {
    this.#session = session;
    this.#uses = uses;
  }

  async addLink(link: QuestionLink): Promise<boolean> {
    const { hash, userId, name, path, createdAt, expiresAt, lastUsedAt } = link;
    const query = JSON.stringify(link.query);
    const columns = [hash, userId, name, path, query, createdAt, expiresAt, lastUsedAt];
    return (await this.#session.run(sql.ADD_LINK, ...columns)) > 0;
  }

  async findLink(hash: string): Promise<LinkGrant | undefined> {
    const [row] = await this.#session.all<GrantRow>(sql.FIND_LINK, hash);
    return row && grantOf(row);
  }

  async listLinks(userId: number): Promise<QuestionLink[]> {
    return (await this.#session.all<LinkRow>(sql.LIST_LINKS, userId)).map(linkOf);
  }

  async removeLink(hash: string): Promise<boolean> {
    return (await this.#session.run(sql.REMOVE_LINK, hash)) > 0;
  }

  async noteLinkUse(hash: string, now: Instant, everyMs: number): Promise<void> {
    await this.#uses.run(sql.NOTE_LINK_USE, hash, now, now - everyMs, now + everyMs);
  }
}
