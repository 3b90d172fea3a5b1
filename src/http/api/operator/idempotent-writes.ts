// Answers every write of the operator interface: when it is durable, and only once under an
// Idempotency-Key.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnPassword } from '#contract/operator-accounts';
import type { Refusal } from '#core/errors';
import { KeyedQueue } from '#core/keyed-queue';
import { PROBLEM_TYPE, problemOf, statusOf, tellUnknownWrite } from '#http/answer/problem';
import { JSON_TYPE } from '#http/answer/send-bytes';
import type { Confirm } from '#http/api/v1/account-password';
import { secretOf } from '#http/request/presented-secret';
import { callerOf } from '#http/request/request-facts';
import type { OperatorParts } from '#http/request/server-parts';
import {
  AnsweredMeanwhile,
  findKept,
  isLasting,
  OnceRequest,
  readOnceKey,
} from '#service/operator/idempotency';
import type { AccountStore } from '#store/account-store';
import type { EntryFacts } from '#store/journal-entry';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

/** A write to series data: one transaction, one journal entry, one answer. */
export interface SeriesChange extends Pick<EntryFacts, 'kind' | 'name' | 'undoes'> {
  /** Does what the transaction needs first, such as reading a body that no parser read. */
  prepare?(): Promise<void>;
  work(writer: SeriesWriter): Promise<object>;
  /** Whether the transaction is undone at its end: the answer says what it would have done. */
  readonly isDryRun?: boolean;
}

/** Ends the transaction of a dry run, with its answer. */
class DryRunDone extends Error {
  readonly text: string;

  constructor(text: string) {
    super('a dry run writes nothing');
    this.text = text;
  }
}

function textOfDryRun(error: unknown): string {
  if (error instanceof DryRunDone) return error.text;
  throw error;
}

/** A change of accounts, through the transaction it is given. */
export type AccountWork = (accounts: AccountStore) => Promise<object>;

/** Makes the change and resolves to the answer's text, which is kept if `once` is given. */
type Act = (once: OnceRequest | undefined) => Promise<string>;

const DONE = 200;

export class IdempotentWrites {
  readonly #store: Store;
  readonly #accounts: AccountStore;
  /** Requests under one key run one after the other, so that the second finds the first's answer. */
  readonly #requests = new KeyedQueue();

  readonly #confirm: Confirm;
  readonly #trustProxy: boolean;

  constructor({ store, signIn, trustProxy }: OperatorParts, confirm: Confirm) {
    this.#store = store;
    this.#accounts = signIn.accounts;
    this.#confirm = confirm;
    this.#trustProxy = trustProxy;
  }

  /** Answers with the number of the journal's entry, followed by what `work` resolves to. */
  writeSeries(request: FastifyRequest, reply: FastifyReply, change: SeriesChange) {
    const { now } = request;
    const { kind, name, undoes } = change;
    const actor = callerOf(request).user.name;
    const facts = { kind, name, actor, now, ...(undoes === undefined ? {} : { undoes }) };
    const write: Act = (once) =>
      this.#store.write(async (writer) => {
        // Another process may have answered the same request while this one waited for the write lock.
        const kept = once && (await this.#find(request, once));
        if (kept !== undefined) throw new AnsweredMeanwhile(kept);
        const done = await change.work(writer);
        if (change.isDryRun)
          throw new DryRunDone(JSON.stringify({ entry: null, ...done, dryRun: true }));
        const text = JSON.stringify({ entry: writer.entryId, ...done });
        if (once) await writer.keepAnswer(once.hash, once.seal(pack(DONE, text)), now);
        return text;
      }, facts);
    const act: Act = change.isDryRun ? (once) => write(once).catch(textOfDryRun) : write;
    return this.#answer(request, reply, act, change.prepare).catch(tellUnknownWrite);
  }

  /**
   * Answers with what the work resolves to. `prepare` does what takes long and resolves to the work,
   * which is one transaction. An operator's session needs the password again: a stolen cookie changes no account.
   */
  async changeAccounts(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: () => Promise<AccountWork>,
  ) {
    if (callerOf(request).credential.kind === 'session') {
      const { ownPassword } = (request.body ?? {}) as OwnPassword;
      await this.#confirm(request, ownPassword, 'ownPassword', 'change users, plans or keys');
    }
    const act: Act = async (once) => {
      const work = await prepare();
      return this.#accounts.transact(async (accounts) => {
        const kept = once && (await this.#find(request, once, accounts));
        if (kept !== undefined) throw new AnsweredMeanwhile(kept);
        const text = JSON.stringify(await work(accounts));
        if (once) await accounts.keepAnswer(once.hash, once.seal(pack(DONE, text)), request.now);
        return text;
      });
    };
    return this.#answer(request, reply, act).catch(tellUnknownWrite);
  }

  async #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    act: Act,
    prepare: () => Promise<void> = async () => {},
  ): Promise<FastifyReply> {
    const key = readOnceKey(request.headers['idempotency-key']);
    if (key === undefined) {
      await prepare();
      return send(reply, DONE, await act(undefined));
    }
    // Only the whole body tells which request this is: until it is read, a refusal has to wait.
    const refused = await refusalIn(prepare);
    const { secret } = secretOf(request.raw, this.#trustProxy)!;
    const once = new OnceRequest(secret, key, {
      method: request.method,
      path: request.url,
      bodyHash: request.bodyMeter!.digest(),
    });
    return this.#requests.run(once.hash, async () => {
      const kept = await this.#find(request, once);
      if (kept !== undefined) return replay(reply, kept);
      try {
        if (refused) throw refused;
        return await send(reply, DONE, await act(once));
      } catch (error) {
        if (error instanceof AnsweredMeanwhile) return replay(reply, error.kept);
        if (isLasting(error)) {
          const problem = JSON.stringify(problemOf(error, request.id));
          await this.#keep(request, once, statusOf(error.code), problem);
        }
        throw error;
      }
    });
  }

  #find(
    { now }: FastifyRequest,
    once: OnceRequest,
    accounts: AccountStore = this.#accounts,
  ): Promise<string | undefined> {
    return findKept(this.#store, accounts, once, now);
  }

  /** Keeps an answer with the accounts, whose writes do not wait for a running import. */
  #keep({ now }: FastifyRequest, once: OnceRequest, status: number, text: string): Promise<void> {
    return this.#accounts.keepAnswer(once.hash, once.seal(pack(status, text)), now);
  }
}

async function refusalIn(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // A fault of the moment leaves the body unread, so the request is not known.
    if (!isLasting(error)) throw error;
    return error;
  }
}

const pack = (status: number, text: string): string => `${status} ${text}`;

function replay(reply: FastifyReply, kept: string): FastifyReply {
  const at = kept.indexOf(' ');
  reply.header('idempotency-replayed', 'true');
  return send(reply, Number(kept.slice(0, at)), kept.slice(at + 1));
}

const send = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', status < 400 ? JSON_TYPE : PROBLEM_TYPE)
    .send(text);
