// Requests that may be sent again: the first answer is kept for a day and given again.
//
// What is kept can be read with the caller's secret and the Idempotency-Key together, and with neither
// alone: an answer may hold a new key. The digest is keyed as well, as a body may hold a password.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Refusal, refuseField } from '#core/errors';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type { KeptAnswer } from '#store/series-store';
import type { Store } from '#store/store';

export const KEPT_FOR_MS = DAY_MS;

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An Idempotency-Key as it was sent; undefined where none was. Two of them are none that is allowed. */
export function readOnceKey(given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && KEY_FORM.test(given)) return given;
  const rule = '1 to 255 visible ASCII characters';
  throw refuseField('field_invalid', 'Idempotency-Key', `must be ${rule}`, [rule]);
}

/** What of a request must be the same for it to be the same request. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  /** Of the bytes as they were sent. */
  readonly bodyHash: Uint8Array;
}

/** One request under one key of one caller. */
export class OnceRequest {
  /** What the answer is found by. */
  readonly hash: string;
  readonly #digest: string;
  readonly #sealKey: Buffer;

  constructor(secret: string, key: string, { method, path, bodyHash }: AskedRequest) {
    const derive = (purpose: string): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, key, `gridtide answer ${purpose}`, 32));
    this.hash = derive('find').toString('hex');
    this.#sealKey = derive('seal');
    const hmac = createHmac('sha256', derive('digest')).update(`${method} ${path}\n`);
    this.#digest = hmac.update(bodyHash).digest('hex');
  }

  /** An answer in the form that is stored. */
  seal(text: string): KeptAnswer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(this.#digest));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return {
      digest: this.#digest,
      answer: Buffer.concat([nonce, cipher.getAuthTag(), sealed]),
    };
  }

  /** The text of a stored answer; refuses where it answered another request. */
  open({ digest, answer }: KeptAnswer): string {
    if (!timingSafeEqual(Buffer.from(digest), Buffer.from(this.#digest))) {
      const message = 'was sent with another method, path or body within the last 24 hours';
      throw refuseField('idempotency_conflict', 'Idempotency-Key', message);
    }
    const nonce = answer.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#sealKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(digest));
    decipher.setAuthTag(answer.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const sealed = answer.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  }
}

/**
 * The answer kept for a request. Both stores are asked: one key may not be used for a series and then
 * for a user.
 */
export async function findKept(
  store: Store,
  accounts: AccountStore,
  once: OnceRequest,
  now: Instant,
): Promise<string | undefined> {
  const after = now - KEPT_FOR_MS;
  const kept =
    (await store.findAnswer(once.hash, after)) ?? (await accounts.findAnswer(once.hash, after));
  return kept && once.open(kept);
}

/** Another process answered the same request while this one waited for its turn. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
  readonly kept: string;

  constructor(kept: string) {
    super('the request was answered meanwhile');
    this.kept = kept;
  }
}

/** Whether a refusal is kept: what was wrong with the request, not with the moment it came at. */
export const isLasting = (error: unknown): error is Refusal =>
  error instanceof Refusal && !MOMENTARY.has(error.code) && error.retryAfterSeconds === undefined;

const MOMENTARY: ReadonlySet<string> = new Set([
  ...['idempotency_conflict', 'body_too_large', 'request_malformed'],
  ...['store_unavailable', 'write_unknown', 'internal'],
]);
