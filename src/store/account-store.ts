// Users, plans and credentials, as every store keeps them. store.ts says what is common to all methods,
// limit-store.ts what is kept to limit them.

import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { BoardStore } from '#store/board-store';
import type { Identity, LinkedIdentity, ProviderSession } from '#store/identity-store';
import type { LimitStore } from '#store/limit-store';
import type { QuestionLink } from '#store/link-store';
import type { KeptAnswer } from '#store/series-store';
import type { WebhookStore } from '#store/webhook-store';

export interface Plan {
  readonly name: string;
  /** Identifier patterns with `*` for any run of characters. */
  readonly patterns: readonly string[];
  readonly requestsPerMinute: number;
  readonly pointsPerAnswer: number;
}

/**
 * What a user may do besides reading by the plan.
 * - reader: nothing.
 * - writer: write values, runs and definitions of the series that match the user's patterns.
 * - auditor: read what operators read, and change nothing.
 * - operator: everything.
 */
export type Role = 'reader' | 'writer' | 'auditor' | 'operator';

export interface User {
  readonly id: number;
  readonly name: string;
  /** PHC string; null for a user who cannot sign in with a password. */
  readonly passwordHash: string | null;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly role: Role;
  /** Identifier patterns of the series that a writer may write; empty for every other role. */
  readonly writePatterns: readonly string[];
  /** Whether the user is a program: it has keys, and never a password, a token or a session. */
  readonly isService: boolean;
  readonly createdAt: Instant;
}

type OfRole = 'role' | 'writePatterns' | 'isService';

/** A user as added: the store gives the id. A reader who is a person, unless it says otherwise. */
export type NewUserRow = Omit<User, 'id' | OfRole> & Partial<Pick<User, OfRole>>;

/** The fields of a user that change. */
export type UserChange = Partial<
  Pick<User, 'passwordHash' | 'planName' | 'isDisabled' | 'role' | 'writePatterns'>
>;

/** What is known of a browser's session besides its times. */
export interface SessionUse {
  /** The last use that was written, a few minutes ago at most while the session is in use. */
  readonly lastUsedAt: Instant;
  /** The IP address of that use. */
  readonly address: string;
  /** The browser, in a few words. */
  readonly agent: string;
}

/** A sign-in token, a named API key or a browser's session. Only the hash of the secret is ever stored. */
export interface Credential {
  readonly hash: string;
  readonly userId: number;
  /**
   * Keys of the kinds writer, auditor and operator open the operator interface as far as that role does, and their
   * user's. `provider`: a token of the provider of single sign-on that was checked. Links have tables of their own and
   * are no credentials.
   */
  readonly kind:
    | 'token'
    | 'key'
    | 'writer'
    | 'auditor'
    | 'operator'
    | 'session'
    | 'provider'
    | 'link';
  /** A key's name, unique among the user's keys; null for a token or a session. */
  readonly name: string | null;
  readonly createdAt: Instant;
  /** First instant at which the credential no longer works; null means never. */
  readonly expiresAt: Instant | null;
  /** Only of a key or a link: its last use that was written. Left out before the first. */
  readonly keyUsedAt?: Instant;
  /** Only of a key that is narrower than its user's rights: identifier patterns of the series that it is for. */
  readonly patterns?: readonly string[];
  /** Only of a session. */
  readonly session?: SessionUse;
}

/** A credential that is a browser's session. */
export type SessionCredential = Credential & {
  readonly kind: 'session';
  readonly expiresAt: Instant;
  readonly session: SessionUse;
};

/**
 * What ended a session. `over`: it was unused for too long, or too old. `crowded`: its user has too many. `provider`:
 * the provider of single sign-on signed the user out.
 */
export type SessionEnding =
  | 'sign-out'
  | 'password'
  | 'account-page'
  | 'disabled'
  | 'crowded'
  | 'provider'
  | 'over';

/** A session that has ended. Kept for a week, so that its browser can be told why. */
export interface EndedSession {
  readonly ending: SessionEnding;
  readonly createdAt: Instant;
  readonly endedAt: Instant;
}

/** A credential with everything that a request needs to know about its owner. */
export interface Grant {
  readonly credential: Credential;
  readonly user: User;
  readonly plan: Plan;
}

/** Who changed which account. */
export interface AccountEntry {
  readonly id: number;
  readonly recordedAt: Instant;
  readonly actor: string;
  /** What was done, such as `user-added`. */
  readonly kind: string;
  /** The user or plan that changed. */
  readonly name: string;
  /** A sentence; never a secret. */
  readonly detail: string;
}

/** A link with its owner and the owner's plan as they are now. */
export interface LinkGrant extends Pick<Grant, 'user' | 'plan'> {
  readonly link: QuestionLink;
}

/** Links that answer one question each. */
export interface LinkStore {
  /** Adds a link, whose owner must exist. Resolves to false if the hash is taken. */
  addLink(link: QuestionLink): Promise<boolean>;
  findLink(hash: string): Promise<LinkGrant | undefined>;
  /** A user's links, the newest first. */
  listLinks(userId: number): Promise<QuestionLink[]>;
  /** Resolves to false if no such link is stored. */
  removeLink(hash: string): Promise<boolean>;
  /**
   * Writes the use of a link, if the last one that was written is `everyMs` away or more. Like uses of keys,
   * the last ones may be lost in a power cut.
   */
  noteLinkUse(hash: string, now: Instant, everyMs: number): Promise<void>;
}

/** Identities of users at a provider of single sign-on. */
export interface IdentityStore {
  /** The user that an identity is linked to. */
  findUser(identity: Identity): Promise<User | undefined>;
  /** A user's identities, in order. */
  list(userId: number): Promise<LinkedIdentity[]>;
  /** Links an identity to a user, who must exist. Resolves to false if it is linked already. */
  add(identity: LinkedIdentity): Promise<boolean>;
  /**
   * Ends the link of an identity, and the user's tokens of the provider with it. Resolves to false if no such
   * link is stored.
   */
  remove(identity: Identity): Promise<boolean>;
  /** Notes the use of an attempt to sign in, and forgets uses before `forgetBefore`. False if it was used before. */
  spendAttempt(hash: string, now: Instant, forgetBefore: Instant): Promise<boolean>;
  /** Notes until when a session at the provider belongs to a user. */
  noteSession(session: ProviderSession): Promise<void>;
  /** The user of a session at the provider. */
  findUserOfSession(issuer: string, sessionId: string): Promise<User | undefined>;
  /**
   * Ends the user's tokens of the provider and one-time codes, and notes that tokens issued until `issuedAt` are
   * refused from now on. An earlier end never replaces a later one.
   */
  endTokens(user: User, issuedAt: Instant, now: Instant): Promise<void>;
  /** The time until which the provider's issued tokens are refused; undefined if none is. It is kept for a week. */
  tokensEndedAt(userId: number): Promise<Instant | undefined>;
}

export interface AccountStore extends LimitStore {
  /** Boards and their links. Within a transaction they are part of it. */
  readonly boards: BoardStore;
  /** Webhooks, whose code is loaded with their first use. Within a transaction they are part of it. */
  webhooks(): Promise<WebhookStore>;
  /** Links that answer one question each. The same holds for them. */
  links(): Promise<LinkStore>;
  /** Identities at a provider of single sign-on. The same holds for them. */
  identities(): Promise<IdentityStore>;
  /**
   * Runs `work` as one transaction: all that it changes through its argument is kept, or nothing. Other
   * transactions on accounts wait, so slow work belongs before the call.
   */
  transact<T>(work: (accounts: AccountStore) => Promise<T>): Promise<T>;
  findUser(name: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** Resolves to undefined if the name is taken (without regard to case). */
  addUser(user: NewUserRow): Promise<User | undefined>;
  /** Changes the given fields. Resolves to undefined if the user does not exist. */
  updateUser(name: string, change: UserChange): Promise<User | undefined>;
  findPlan(name: string): Promise<Plan | undefined>;
  listPlans(): Promise<Plan[]>;
  putPlan(plan: Plan): Promise<void>;
  /** Resolves to false if the user already has a key of that name. */
  addCredential(credential: Credential): Promise<boolean>;
  findGrant(hash: string): MaybePromise<Grant | undefined>;
  listKeys(userId: number): Promise<Credential[]>;
  /** Resolves to false if no such credential is stored. */
  removeCredential(hash: string): Promise<boolean>;
  removeKey(userId: number, name: string): Promise<boolean>;
  /**
   * Ends every token and session (not key) of a user: after a password change, or when the user is disabled.
   * With `ended`, the sessions are kept as ended ones. A token of the provider is checked again at its next use:
   * only `IdentityStore.endTokens` has it refused.
   */
  removeTokens(userId: number, ended?: Omit<EndedSession, 'createdAt'>): Promise<void>;
  /** Ends a session and keeps why. Resolves to false if no such session is stored. */
  endSession(hash: string, ended: Omit<EndedSession, 'createdAt'>): Promise<boolean>;
  /** The ended session of a hash. A user's last 100 are kept for 7 days. */
  findEndedSession(hash: string): Promise<EndedSession | undefined>;
  /** A user's sessions, the last used first. */
  listSessions(userId: number): Promise<SessionCredential[]>;
  /** Writes the use of a session and its new end. Does nothing if the session has ended. */
  renewSession(hash: string, use: Omit<SessionUse, 'agent'>, expiresAt: Instant): Promise<void>;
  /**
   * Writes the use of a key, if the last one that was written is `everyMs` away or more. Does nothing if the
   * key has ended. Like windows, the last uses may be lost in a power cut.
   */
  noteKeyUse(hash: string, now: Instant, everyMs: number): Promise<void>;
  /** Forgets credentials and links with expiresAt ≤ now and resolves to their number. Sessions are kept as ended ones. */
  removeExpired(now: Instant): Promise<number>;
  addEntry(entry: Omit<AccountEntry, 'id'>): Promise<void>;
  /** The journal of accounts, newest entry first; `before` continues a listing. */
  listEntries(limit: number, before?: number): Promise<AccountEntry[]>;
  /** The newest entry of a kind about a user or plan. */
  findLastEntry(kind: string, name: string): Promise<AccountEntry | undefined>;
  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined>;
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
}
