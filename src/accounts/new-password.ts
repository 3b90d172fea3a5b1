// The rules for a new password: long enough to withstand guessing, and not among the first guesses.

import { type Refusal, refuseField } from '#core/errors';

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** A password with fewer different characters is a pattern. */
const MIN_DISTINCT = 5;

/** Words that are first guesses even with digits or signs around them. All lower-case. */
const COMMON_WORDS = new Set([
  ...['password', 'passwort', 'passord', 'passphrase', 'passwordpassword', 'pass', 'secret'],
  ...[
    'qwerty',
    'qwertz',
    'azerty',
    'qwertyuiop',
    'qwertzuiop',
    'azertyuiop',
    'asdfghjkl',
    'zxcvbnm',
  ],
  ...['qwertyuiopasdfghjkl', 'qwertyqwerty', 'qazwsxedc', 'qazwsxedcrfv', 'abcdefghijkl', 'abcdef'],
  ...['admin', 'administrator', 'root', 'user', 'guest', 'test', 'testing', 'demo', 'operator'],
  ...['welcome', 'willkommen', 'letmein', 'changeme', 'default', 'login', 'hello', 'iloveyou'],
  ...['gridtide', 'energy', 'electricity', 'trader', 'trading', 'dragon', 'football', 'baseball'],
  ...['superman', 'princess', 'sunshine', 'monkey', 'master', 'michael', 'liverpool', 'chelsea'],
  ...['spring', 'summer', 'autumn', 'winter', 'correcthorsebatterystaple', 'thisisapassword'],
]);

/** Digits in the order of a keyboard or a countdown, twice over. Runs of them are first guesses too. */
const DIGIT_RUNS = ['12345678901234567890', '01234567890123456789', '98765432109876543210'];

const isDigitRun = (text: string): boolean => DIGIT_RUNS.some((run) => run.includes(text));

function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  if (isDigitRun(folded) || new Set(folded).size < MIN_DISTINCT) return true;
  const letters = folded.replaceAll(/\P{L}/gu, '');
  const others = folded.replaceAll(/\p{L}/gu, '');
  return COMMON_WORDS.has(letters) && (others.length <= letters.length || isDigitRun(others));
}

/** Throws a refusal of `field` that says what is wrong with a new password and never repeats any of it. */
export function checkNewPassword(password: string, userName: string, field = 'password'): void {
  const refuse = (message: string): Refusal => refuseField('field_invalid', field, message);
  const normalized = password.normalize('NFC');
  const length = [...normalized].length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    throw refuse(`must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters long`);
  }
  // Half a surrogate pair has no bytes of its own, so different passwords would become the same.
  if (!normalized.isWellFormed()) throw refuse('must be valid Unicode text');
  if (normalized.toLowerCase() === userName.toLowerCase()) {
    throw refuse('must not be the user name');
  }
  if (isCommon(normalized)) throw refuse('is among the first that anyone would guess');
}
