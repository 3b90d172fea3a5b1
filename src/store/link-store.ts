// Links that answer one question each, as every store keeps them. account-store.ts has their methods.

import type { Instant } from '#core/time/instant';

/** What a link asks: the path of an interface and the fields of its query. */
export interface Question {
  /** The path, such as `/api/v1/series/dehrprice`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A link. Only the hash of its secret is ever stored. */
export interface QuestionLink extends Question {
  readonly hash: string;
  /** The owner, by whose plan the question is answered. */
  readonly userId: number;
  /** Empty if the owner gave none. */
  readonly name: string;
  readonly createdAt: Instant;
  /** First instant at which the link no longer works; null means never. */
  readonly expiresAt: Instant | null;
  /** The last use that was written; null before the first. */
  readonly lastUsedAt: Instant | null;
}
