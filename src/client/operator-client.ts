// The typed client of the operator interface, for the pages of operators.

import type { MetadataRecord } from '#contract/forecast';
import type { QuestionLinkEntry, QuestionLinkList } from '#contract/links';
import type {
  MatchesAnswer,
  OperatorSeries,
  ReadersAnswer,
  RunWritten,
  SeriesDraftBody,
  SourceOrder,
  WriteAnswer,
} from '#contract/operator';
import type {
  PlanBody,
  PlanShape,
  SignInLinkMade,
  UserBody,
  UserChangeBody,
  UserEntry,
  UserKeyBody,
  UserKeyMade,
  UserKeyShape,
} from '#contract/operator-accounts';
import type { AuditShape, EntryShape, Undone } from '#contract/operator-journal';
import type { HeldEntry, RuleBody, RuleTrialAnswer } from '#contract/operator-review';
import type {
  CollectShape,
  FreshnessAnswer,
  GapsAnswer,
  StateAnswer,
} from '#contract/operator-state';
import type { RunsAnswer } from '#contract/slices';
import type { ReadOptions, Transport } from './transport.ts';

const PATH = '/api/operator';
const seriesPath = (code: string): string => `${PATH}/series/${encodeURIComponent(code)}`;

const userPath = (name: string): string => `${PATH}/users/${encodeURIComponent(name)}`;

/** Which held values of a series are reviewed: those from one time to another, or all. */
export type HeldSpan = { readonly from: string; readonly to: string } | { readonly all: true };

/** A run as it is written; times as on the wire. */
export interface RunDraft {
  readonly source: string;
  readonly analyzedTime: string;
  readonly start: string;
  readonly values: readonly (number | null)[];
}

export interface AuditPage {
  readonly entries: readonly AuditShape[];
  readonly next: string | undefined;
}

export class OperatorClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  state(options: ReadOptions = {}): Promise<StateAnswer> {
    return this.#transport.json('GET', `${PATH}/state`, options);
  }

  freshness(options: ReadOptions = {}): Promise<FreshnessAnswer> {
    return this.#transport.json('GET', `${PATH}/freshness`, options);
  }

  collect(options: ReadOptions = {}): Promise<CollectShape> {
    return this.#transport.json('GET', `${PATH}/collect`, options);
  }

  held(options: ReadOptions = {}): Promise<HeldEntry[]> {
    return this.#transport.json('GET', `${PATH}/held`, options);
  }

  async acceptHeld(series: string, span: HeldSpan): Promise<void> {
    await this.#transport.json('POST', `${PATH}/held/accept`, { body: { series, ...span } });
  }

  async rejectHeld(series: string, span: HeldSpan): Promise<void> {
    await this.#transport.json('POST', `${PATH}/held/reject`, { body: { series, ...span } });
  }

  series(code: string, options: ReadOptions = {}): Promise<OperatorSeries> {
    return this.#transport.json('GET', seriesPath(code), options);
  }

  /** Defines a series, or changes the given fields. A new one must not exist yet. */
  async defineSeries(code: string, draft: SeriesDraftBody, isNew: boolean): Promise<void> {
    if (isNew) await this.#refuseTaken(code);
    await this.#transport.json('PUT', seriesPath(code), { body: draft });
  }

  async #refuseTaken(code: string): Promise<void> {
    // Not by the definition, which writers may not read. A code sorts before all that begin with it.
    const query = { prefix: code, all: 'true', limit: 1 };
    const [found] = await this.#transport.json<MetadataRecord[]>('GET', '/api/v1/metadata', {
      query,
    });
    if (found?.seriesId === code)
      throw new Error(`There is a series ${found.seriesId} already: edit that one.`);
  }

  gaps(code: string, options: ReadOptions = {}): Promise<GapsAnswer> {
    return this.#transport.json('GET', `${seriesPath(code)}/gaps`, options);
  }

  /** The plans that include a series, and their users. */
  readers(code: string, options: ReadOptions = {}): Promise<ReadersAnswer> {
    return this.#transport.json('GET', `${seriesPath(code)}/readers`, options);
  }

  sourceOrder(code: string, options: ReadOptions = {}): Promise<SourceOrder> {
    return this.#transport.json('GET', `${seriesPath(code)}/source-order`, options);
  }

  /** Sets which source is preferred; an empty list removes the order. */
  async setSourceOrder(code: string, order: readonly string[]): Promise<void> {
    await this.#transport.json('PUT', `${seriesPath(code)}/source-order`, { body: { order } });
  }

  /** The runs of a series, newest first; `before` continues the list. */
  runs(code: string, before: string | undefined, options: ReadOptions = {}): Promise<RunsAnswer> {
    const query = { limit: 20, before };
    const path = `/api/v1/forecasts/${encodeURIComponent(code)}/runs`;
    return this.#transport.json('GET', path, { query, ...options });
  }

  addRun(code: string, run: RunDraft): Promise<RunWritten> {
    return this.#transport.json('POST', `${seriesPath(code)}/runs`, { body: run });
  }

  /** What a rule would have held of the last year. */
  tryRule(code: string, rule: RuleBody, options: ReadOptions = {}): Promise<RuleTrialAnswer> {
    const query = Object.fromEntries(
      Object.entries(rule).filter(([, bound]) => bound !== null),
    ) as Record<string, number>;
    return this.#transport.json('GET', `${seriesPath(code)}/rule/trial`, { query, ...options });
  }

  async setRule(code: string, rule: RuleBody): Promise<void> {
    await this.#transport.json('PUT', `${seriesPath(code)}/rule`, { body: rule });
  }

  async removeRule(code: string): Promise<void> {
    await this.#transport.json('DELETE', `${seriesPath(code)}/rule`);
  }

  /** Writes the rows of a file to a series; a dry run says what would be written. */
  sendRows(
    code: string,
    file: { readonly type: string; readonly content: Blob; readonly sheet?: string },
    dryRun: boolean,
    options: ReadOptions = {},
  ): Promise<WriteAnswer> {
    const path = `${seriesPath(code)}/values`;
    const query = { dryRun: dryRun || undefined, sheet: file.sheet };
    return this.#transport.json('POST', path, { file, query, ...options });
  }

  /** The journal of writes, newest first; `before` continues it. */
  entries(before: number | undefined, options: ReadOptions = {}): Promise<EntryShape[]> {
    const query = { limit: 50, before };
    return this.#transport.json('GET', `${PATH}/imports`, { query, ...options });
  }

  /** Takes a write back; a dry run says what that would change. */
  undo(id: number, dryRun: boolean, options: ReadOptions = {}): Promise<Undone> {
    const query = { dryRun: dryRun || undefined };
    return this.#transport.json('POST', `${PATH}/imports/${id}/undo`, { query, ...options });
  }

  users(options: ReadOptions = {}): Promise<UserEntry[]> {
    return this.#transport.json('GET', `${PATH}/users`, options);
  }

  async addUser(body: UserBody): Promise<void> {
    await this.#transport.json('POST', `${PATH}/users`, { body });
  }

  async changeUser(name: string, body: UserChangeBody): Promise<void> {
    await this.#transport.json('PUT', userPath(name), { body });
  }

  keysOf(name: string, options: ReadOptions = {}): Promise<UserKeyShape[]> {
    return this.#transport.json('GET', `${userPath(name)}/keys`, options);
  }

  addKey(name: string, body: UserKeyBody): Promise<UserKeyMade> {
    return this.#transport.json('POST', `${userPath(name)}/keys`, { body });
  }

  async revokeKey(name: string, keyName: string, ownPassword: string): Promise<void> {
    const path = `${userPath(name)}/keys/${encodeURIComponent(keyName)}`;
    await this.#transport.json('DELETE', path, { body: { ownPassword } });
  }

  async linksOf(name: string, options: ReadOptions = {}): Promise<QuestionLinkEntry[]> {
    const path = `${userPath(name)}/links`;
    return (await this.#transport.json<QuestionLinkList>('GET', path, options)).links;
  }

  async revokeLink(name: string, id: string, ownPassword: string): Promise<void> {
    const path = `${userPath(name)}/links/${encodeURIComponent(id)}`;
    await this.#transport.json('DELETE', path, { body: { ownPassword } });
  }

  /** Makes a link that signs a user in once. */
  makeSignInLink(name: string, ownPassword: string): Promise<SignInLinkMade> {
    return this.#transport.json('POST', `${userPath(name)}/sign-in-link`, {
      body: { ownPassword },
    });
  }

  plans(options: ReadOptions = {}): Promise<PlanShape[]> {
    return this.#transport.json('GET', `${PATH}/plans`, options);
  }

  async setPlan(name: string, body: PlanBody): Promise<void> {
    await this.#transport.json('PUT', `${PATH}/plans/${encodeURIComponent(name)}`, { body });
  }

  /** How many series some patterns match. */
  matches(patterns: readonly string[], options: ReadOptions = {}): Promise<MatchesAnswer> {
    const query = { series: patterns.join(',') };
    return this.#transport.json('GET', `${PATH}/matches`, { query, ...options });
  }

  /** A page of the audit, newest first; `next` is the `before` of the page after it. */
  async audit(before: string | undefined, options: ReadOptions = {}): Promise<AuditPage> {
    const query = { limit: 500, before };
    const answer = await this.#transport.send('GET', `${PATH}/audit`, { query, ...options });
    const link = /^<([^>]*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    const next = link && new URL(link, 'http://page.invalid').searchParams.get('before');
    return { entries: (await answer.json()) as AuditShape[], next: next ?? undefined };
  }
}
