// Passwords: argon2id at 19 MiB and two passes (about 50 ms off the main thread), kept as PHC strings.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HashQueue } from '#accounts/hash-queue';

/** Presented passwords longer than this are wrong; new ones are far shorter. */
export const MAX_PRESENTED_LENGTH = 1_024;

interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

interface StoredHash extends Cost {
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const COST: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

// What a password is checked against where there is no hash to check it against: the same work, and
// no password fits, as the outcome is not looked at.
const NO_HASH: StoredHash = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
};

// Two leave half of the runtime's four threads to file reads; 64 waiting is a second or two of work.
const line = new HashQueue(2, 64);

/** Hashes under way, waiting and ever started in this process: for metrics. */
export const passwordLoad = (): typeof line.load => line.load;

const argon2Async = promisify(argon2);

/** The same text typed on another keyboard may be composed differently; NFC makes it the same bytes. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

const derive = (password: string, salt: Buffer, tagLength: number, cost: Cost): Promise<Buffer> =>
  line.run(() =>
    argon2Async('argon2id', {
      message: toBytes(password),
      nonce: salt,
      parallelism: cost.lanes,
      tagLength,
      memory: cost.memoryKib,
      passes: cost.passes,
    }),
  );

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** PHC string of a new salt and the password's hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, TAG_BYTES, COST);
  const { memoryKib, passes, lanes } = COST;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${toBase64(salt)}$${toBase64(tag)}`;
}

function readPhc(phc: string): StoredHash | undefined {
  const parts = PHC.exec(phc);
  if (!parts) return undefined;
  const [memoryKib, passes, lanes] = parts.slice(1, 4).map(Number) as [number, number, number];
  if (lanes < 1 || passes < 1 || memoryKib < 8 * lanes) return undefined;
  const [salt, tag] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  return { memoryKib, passes, lanes, salt, tag };
}

/**
 * Whether the password is the hash's. Without a hash (null: unknown user, or one without a password)
 * or with one that cannot be read the answer is false, after the same work as otherwise.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const isPresentable = password.length <= MAX_PRESENTED_LENGTH;
  const stored = phc !== null && isPresentable ? readPhc(phc) : undefined;
  const { salt, tag, ...cost } = stored ?? NO_HASH;
  const found = await derive(isPresentable ? password : '', salt, tag.length, cost);
  return timingSafeEqual(found, tag) && stored !== undefined;
}
