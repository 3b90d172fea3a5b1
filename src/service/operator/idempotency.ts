// Requests that may be sent again: the first answer is stored for a day and sent again.
//
// A stored answer is sealed with the caller's secret and the Idempotency-Key together, as it may hold a
// new API key. The digest is keyed as well, as a body may hold a password.

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

/** Reads an Idempotency-Key; undefined if none was sent. Two of them are refused. */
export function readOnceKey(given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && KEY_FORM.test(given)) return given;
  const rule = '1 to 255 visible ASCII characters';
  throw refuseField('field_invalid', 'Idempotency-Key', `must be ${rule}`, [rule]);
}

/** The parts that make two requests the same. */
export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  /** The hash of the bytes as sent. */
  readonly bodyHash: Uint8Array;
}

/** One request under one Idempotency-Key of one caller. */
export class OnceRequest {
  /** The name under which the answer is stored. */
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

  /** Seals an answer for the store. */
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

  /** Opens a stored answer; refuses if it answered another request. */
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
 * Finds the stored answer to a request. It looks in both stores: one Idempotency-Key may not be used for
 * a series and then for a user.
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

/** Thrown if another process answered the same request while this one waited to write. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
  readonly kept: string;

  constructor(kept: string) {
    super('the request was answered in the meantime');
    this.kept = kept;
  }
}

/** Whether a refusal is stored: it must lie in the request and not in the moment it was sent. */
export const isLasting = (error: unknown): error is Refusal =>
  error instanceof Refusal && !MOMENTARY.has(error.code) && error.retryAfterSeconds === undefined;

const MOMENTARY: ReadonlySet<string> = new Set([
  ...['idempotency_conflict', 'body_too_large', 'request_malformed'],
  ...['store_unavailable', 'write_unknown', 'internal'],
]);
