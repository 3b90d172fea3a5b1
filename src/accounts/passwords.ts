// Password hashes: argon2id at 19 MiB and two passes (about 50 ms off the main thread), as PHC strings.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HashQueue, type Lane } from '#accounts/hash-queue';

/** A presented password that is longer is wrong, as new ones are far shorter. */
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

// A password without a hash to compare with is checked against this: the same work, and the outcome is
// ignored.
const NO_HASH: StoredHash = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES),
  tag: Buffer.alloc(TAG_BYTES),
};

// Two leave half of the runtime's four threads to file reads. 64 waiting are a second or two of work; of
// strangers fewer wait, so that they are refused early.
const queue = new HashQueue(2, { known: 64, stranger: 32 });

/** The load of the queue of hashes in this process, for metrics. */
export const passwordLoad = (): typeof queue.load => queue.load;

const argon2Async = promisify(argon2);

/** The password's bytes. NFC makes them the same if another keyboard composes characters differently. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

const derive = (
  password: string,
  salt: Buffer,
  tagLength: number,
  cost: Cost,
  lane: Lane,
): Promise<Buffer> =>
  queue.run(lane, () =>
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

/** Hashes a password with a new salt and returns the PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, TAG_BYTES, COST, 'known');
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
 * Whether the password matches the hash. Without a hash (null: an unknown user, or one without a
 * password), or with one that cannot be read, the answer is false after the same work. `lane`: whether the
 * caller's address is one that the user has signed in from.
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  lane: Lane = 'stranger',
): Promise<boolean> {
  const isPresentable = password.length <= MAX_PRESENTED_LENGTH;
  const stored = phc !== null && isPresentable ? readPhc(phc) : undefined;
  const { salt, tag, ...cost } = stored ?? NO_HASH;
  const found = await derive(isPresentable ? password : '', salt, tag.length, cost, lane);
  return timingSafeEqual(found, tag) && stored !== undefined;
}
