// Guesses, how they are sent, and what of an answer could tell one from another.

import type { RawConnection } from '../../harness/http/raw-connection.ts';
import type { Random } from '../../harness/random.ts';
import type { Answer } from '../../harness/world/world.ts';

export interface Guess {
  readonly user: string;
  readonly isKnown: boolean;
  readonly address: string;
  readonly password: string;
}

/** What an attacker can compare of an answer: all but what differs between any two. */
export function faceOf({ status, headers, text }: Answer): string {
  const own = ['date', 'x-request-id', 'server-timing', 'retry-after', 'content-length'];
  const rest = Object.entries(headers).filter(([name]) => !own.includes(name));
  const words = text.replace(/"requestId":"[^"]*"/, '').replace(/\d+ s\b/, 'N s');
  return JSON.stringify([status, rest.sort(), words]);
}

export function askGuess(connection: RawConnection, guess: Guess): Promise<Answer | undefined> {
  const body = JSON.stringify({ username: guess.user, password: guess.password });
  const lines = [
    'POST /api/v1/auth HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-forwarded-for: ${guess.address}`,
  ];
  return connection.ask(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`), false);
}

export const addressOf = (random: Random): string =>
  `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;

/** Names of equal length, none from an earlier run. */
const nameOf = (kind: string, number: number): string =>
  `${kind}-${process.pid.toString(36)}-${Date.now().toString(36)}-${String(number).padStart(3, '0')}`;

const wrongPassword = (random: Random): string => `wrong-${random.below(2 ** 31)}-password`;

/** A known and an unknown account alternately, each guess from another address. */
export function guessAtOneAccount(random: Random, size: number): Guess[] {
  const [known, unknown] = [nameOf('known', 0), nameOf('ghost', 0)];
  return Array.from({ length: size }, (_, i) => ({
    user: i % 2 === 0 ? known : unknown,
    isKnown: i % 2 === 0,
    address: addressOf(random),
    password: wrongPassword(random),
  }));
}

/** A known and an unknown account alternately, each from one address. */
export function guessAtPair(random: Random, size: number): Guess[] {
  const [known, unknown] = [nameOf('known', 0), nameOf('ghost', 0)];
  const [here, there] = [addressOf(random), addressOf(random)];
  return Array.from({ length: size }, (_, i) => ({
    user: i % 2 === 0 ? known : unknown,
    isKnown: i % 2 === 0,
    address: i % 2 === 0 ? here : there,
    password: wrongPassword(random),
  }));
}

/** Known and unknown accounts alternately, each once, from one address. */
export function guessFromOneAddress(random: Random, size: number): Guess[] {
  const address = addressOf(random);
  return Array.from({ length: size }, (_, i) => ({
    user: nameOf(i % 2 === 0 ? 'known' : 'ghost', i),
    isKnown: i % 2 === 0,
    address,
    password: wrongPassword(random),
  }));
}
