// Who is signed in. The token lives in memory and in session storage: it ends with the tab, and no
// cookie ever carries it.

import { useSyncExternalStore } from 'react';
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

/** The one client of the page; it always sends the session's token. */
export const client = new GridtideClient({ url: '', token: () => session?.token });

/** Whose session ended without being asked to. */
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
    // The token may have ended by itself; either way nobody is signed in here any more.
  });
  await leaving;
  setSession(undefined);
}

/** Forgets a token that the server no longer accepts; the view stays and asks for a sign-in. */
export function dropSession(): void {
  endedUserName = session?.userName ?? endedUserName;
  setSession(undefined);
}

/** Who was signed in until the server said no more; undefined where nobody was. */
export const readEndedUserName = (): string | undefined => endedUserName;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, () => session);
