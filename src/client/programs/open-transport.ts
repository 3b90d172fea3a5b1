// What a program says of its server, and the transport made of it.

import type { LoginAnswer } from '#contract/fundamental';
import type { Transport, TransportSettings } from '../transport.ts';
import { KeptAnswers } from './kept-answers.ts';
import { OwnSignIn } from './own-sign-in.ts';
import { PatientTransport } from './patient-transport.ts';

export interface ClientSettings extends TransportSettings {
  /** An API key, or a token that the program has. */
  readonly key?: string;
  /** The user of `password`. The client signs in by itself, and again when its token has ended. */
  readonly userName?: string;
  readonly password?: string;
  /** The longest that one try may take, until the last byte of the answer; 60 seconds by default. */
  readonly timeoutMs?: number;
  /** How often a request is sent again after 429, 502, 503, 504 or no answer; 4 by default. */
  readonly retries?: number;
  /** The longest wait before a try, 60 seconds by default. A refusal that asks for longer is thrown. */
  readonly longestPauseMs?: number;
  /** Answers are kept by their ETags up to this size, and asked for only if they changed; 0 by default. */
  readonly cacheBytes?: number;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 4;
const LONGEST_PAUSE_MS = 60_000;

/** What the fetch of newer Nodes reads. Ten years of hours are 0.28 MB with zstd and 0.50 MB with gzip, and are read sooner. */
const ZSTD = { 'accept-encoding': 'zstd, gzip' };

interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
}

/** Whether this is Node 26 or newer. Browsers choose codings themselves; others than Node only call themselves so. */
function readsZstd(): boolean {
  const { node, bun, deno } = (globalThis as Runtime).process?.versions ?? {};
  return !bun && !deno && Number.parseInt(node ?? '', 10) >= 26;
}

export const signInWith = (
  transport: Transport,
  userName: string,
  password: string,
): Promise<LoginAnswer> => {
  const body = { UserName: userName, Password: password };
  return transport.json('POST', '/api/user/login', { body });
};

export function openTransport(settings: ClientSettings): PatientTransport {
  const { userName, password, key, cacheBytes = 0 } = settings;
  const shared = {
    ...settings,
    url: settings.url.replace(/\/+$/, ''),
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
    retries: settings.retries ?? RETRIES,
    longestPauseMs: settings.longestPauseMs ?? LONGEST_PAUSE_MS,
    ...(settings.fetch === undefined && readsZstd() && { headers: ZSTD }),
    ...(cacheBytes > 0 && { kept: new KeptAnswers(cacheBytes) }),
  };
  if (userName === undefined || password === undefined) {
    return new PatientTransport({ ...shared, ...(key !== undefined && { token: () => key }) });
  }
  const { token: _, ...open } = shared;
  const plain = new PatientTransport(open);
  const signIn = new OwnSignIn(() => signInWith(plain, userName, password));
  return new PatientTransport({ ...shared, signIn, token: () => signIn.known });
}
