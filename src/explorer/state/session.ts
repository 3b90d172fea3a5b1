// The session of the user who is signed in. The token lives in memory and in session storage: it ends
// with the tab, and no cookie ever carries it.

import { useSyncExternalStore } from 'react';
import { ApiError } from '#client/api-error';
import { GridtideClient, type SignedIn } from '#client/gridtide-client';

export interface Session {
  readonly userName: string;
  readonly token: string;
  /** UTC text. */
  readonly expires: string;
}

const STORAGE_KEY = 'gridtide-session';
const listeners = new Set<() => void>();

function readStored(): Session | undefined {
  try {
    const text = window.sessionStorage.getItem(STORAGE_KEY);
    return text === null ? undefined : (JSON.parse(text) as Session);
  } catch {
    return undefined;
  }
}

let session: Session | undefined = readStored();

function setSession(next: Session | undefined): void {
  session = next;
  try {
    if (next) window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    else window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Private windows may have no storage: the token then lives in memory only.
  }
  for (const listener of listeners) listener();
}

/** The page's only client, which always sends the session's token. */
export const client = new GridtideClient({ url: '', token: () => session?.token });

/** The user whose session the server ended. */
let endedUserName: string | undefined;

const adopt = ({ UserName, Token, Expires }: SignedIn): void => {
  endedUserName = undefined;
  setSession({ userName: UserName, token: Token, expires: Expires });
};

export async function signIn(userName: string, password: string): Promise<void> {
  adopt(await client.signIn(userName, password));
}

export async function signInWithCode(code: string): Promise<void> {
  adopt(await client.redeemCode(code));
}

export async function signOut(): Promise<void> {
  const leaving = client.signOut().catch(() => {
    // The token may have expired; the page signs out in either case.
  });
  await leaving;
  setSession(undefined);
}

/**
 * Forgets the token if an error says that the server no longer accepts it. The view stays and asks for a
 * sign-in.
 */
export function dropRefusedSession(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  endedUserName = session?.userName ?? endedUserName;
  setSession(undefined);
}

/** The user whose session the server ended; undefined if it ended none. */
export const readEndedUserName = (): string | undefined => endedUserName;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, () => session);
