// Opaque secrets: sign-in tokens (`gtt_…`), API keys (`gtk_…`; `gtw_…` of writers, `gta_…` of auditors, `gto_…` of
// operators), browser sessions (`gts_…`) and links (`gtl_…`). By prefix and checksum a leaked secret is recognised
// in a log or a repository, and a mistyped one is refused without asking the store.

import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type SecretKind = 'token' | 'key' | 'writer' | 'auditor' | 'operator' | 'session' | 'link';

const PREFIXES = {
  token: 'gtt_',
  key: 'gtk_',
  writer: 'gtw_',
  auditor: 'gta_',
  operator: 'gto_',
  session: 'gts_',
  link: 'gtl_',
} as const satisfies Record<SecretKind, string>;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
/** 62^43 is just above 2^256, 62^6 well above 2^32. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const FORM = /^gt[tkwaosl]_[0-9A-Za-z]{49}$/;

function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = DIGITS[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}

/** The CRC-32 of the text before it, prefix included, in six digits. */
function checksumOf(text: string): string {
  // Every request computes one. Plain numbers take a third of the time of big integers.
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Makes a secret of 256 random bits. It is shown once and stored nowhere. */
export function makeSecret(kind: SecretKind): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const text = PREFIXES[kind] + toBase62(random, RANDOM_LENGTH);
  return text + checksumOf(text);
}

/** Whether a text has a secret's form and checksum. It may still never have been given out. */
export function looksLikeSecret(text: string): boolean {
  if (!FORM.test(text)) return false;
  const end = text.length - CHECKSUM_LENGTH;
  return checksumOf(text.slice(0, end)) === text.slice(end);
}

/** Whether a text that looks like a secret is a session's, which only a cookie may carry. */
export const isSessionSecret = (text: string): boolean => text.startsWith(PREFIXES.session);

/** Whether a text that looks like a secret is a link's, which only the address of a picture or of a spreadsheet may carry. */
export const isLinkSecret = (text: string): boolean => text.startsWith(PREFIXES.link);

/**
 * The hash that is stored instead of the secret. Plain SHA-256 is enough: 256 random bits cannot be
 * guessed, so neither salt nor slowness would add anything.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');
