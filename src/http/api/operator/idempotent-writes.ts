// How every write of the operator interface is answered: when it is durable, and under an
// Idempotency-Key only once.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '#core/errors';
import { KeyedQueue } from '#core/keyed-queue';
import { PROBLEM_TYPE, problemOf, statusOf, tellUnknownWrite } from '#http/answer/problem';
import { JSON_TYPE } from '#http/answer/send-bytes';
import { bearerOf } from '#http/request/guard';
import { callerOf } from '#http/request/request-facts';
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
  /** What is needed before the transaction; reads the body where no parser did. */
  prepare?(): Promise<void>;
  work(writer: SeriesWriter): Promise<object>;
}

/** A change of accounts, through those it is given. */
export type AccountWork = (accounts: AccountStore) => Promise<object>;

/** Does what was asked and resolves to the answer's text, kept under `once` where that is given. */
type Act = (once: OnceRequest | undefined) => Promise<string>;

const DONE = 200;

export class IdempotentWrites {
  readonly #store: Store;
  readonly #accounts: AccountStore;
  /** Requests under one key follow each other: the second of two at a time finds the first's answer. */
  readonly #requests = new KeyedQueue();

  constructor(store: Store, accounts: AccountStore) {
    this.#store = store;
    this.#accounts = accounts;
  }

  /** The answer is the object that `work` resolves to, after the number of the journal's entry. */
  writeSeries(request: FastifyRequest, reply: FastifyReply, change: SeriesChange) {
    const { now } = request;
    const { kind, name, undoes } = change;
    const actor = callerOf(request).user.name;
    const facts = { kind, name, actor, now, ...(undoes === undefined ? {} : { undoes }) };
    const act: Act = (once) =>
      this.#store.write(async (writer) => {
        // Whoever held the lock before may have been another process with the same request.
        const kept = once && (await this.#find(request, once));
        if (kept !== undefined) throw new AnsweredMeanwhile(kept);
        const text = JSON.stringify({ entry: writer.entryId, ...(await change.work(writer)) });
        if (once) await writer.keepAnswer(once.hash, once.seal(pack(DONE, text)), now);
        return text;
      }, facts);
    return this.#answer(request, reply, act, change.prepare).catch(tellUnknownWrite);
  }

  /**
   * The answer is the object that the work resolves to. `prepare` does what takes long and resolves to
   * the work, which is one transaction.
   */
  changeAccounts(
    request: FastifyRequest,
    reply: FastifyReply,
    prepare: () => Promise<AccountWork>,
  ) {
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
    // The request is known when its body is read: until then a refusal has to wait.
    const refused = await refusalIn(prepare);
    const secret = bearerOf(request.headers.authorization)!.trim();
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

  /** Beside the accounts, whose writes do not wait for an import that is under way. */
  #keep({ now }: FastifyRequest, once: OnceRequest, status: number, text: string): Promise<void> {
    return this.#accounts.keepAnswer(once.hash, once.seal(pack(status, text)), now);
  }
}

async function refusalIn(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // One that is not about the request leaves its body unread.
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
