// The session of the user who is signed in. A cookie carries it that no script can read. The page keeps only the
// user's name, in local storage: all tabs share it, and hear when it changes.

import { useSyncExternalStore } from 'react';
import { ApiError } from '#client/api-error';
import { PageClient } from '#client/page-client';
import { Transport } from '#client/transport';
import type { SessionStarted } from '#contract/session';
import { noteReached } from '#explorer/state/connection.ts';
import { makeListeners } from '#explorer/state/listeners.ts';

export interface Session {
  readonly userName: string;
  /** Differs between sign-ins: what was loaded for one is not shown to another. */
  readonly id: string;
  /** Whether the browser keeps the session when it is closed. */
  readonly isKept: boolean;
  /** Whether the user was an operator at the sign-in. The server decides at each request. */
  readonly isOperator?: boolean;
  /** The role at the sign-in, if it is more than a reader's. */
  readonly role?: string | undefined;
  /** Whether the user is signing out: nothing new is begun. */
  readonly isEnding?: boolean;
}

/** Why the user is not signed in any more. */
export interface EndedSession {
  readonly userName: string;
  /** Whether another tab signed out. Otherwise the server has ended the session. */
  readonly isElsewhere: boolean;
  /** The server's words, if it knows the session. */
  readonly why?: string | undefined;
}

const STORAGE_KEY = 'gridtide-session';
const listeners = makeListeners();

function readStored(): Session | undefined {
  try {
    const text = window.localStorage.getItem(STORAGE_KEY);
    return text === null ? undefined : (JSON.parse(text) as Session);
  } catch {
    return undefined;
  }
}

let session: Session | undefined = readStored();
let ended: EndedSession | undefined;

function show(next: Session | undefined): void {
  session = next;
  if (next) ended = undefined;
  listeners.tell();
}

function setSession(next: Session | undefined): void {
  try {
    if (next) window.localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    else window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Private windows may have no storage: other tabs then ask for a sign-in of their own.
  }
  show(next);
}

/** Another tab signed in or out. */
window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return;
  const stored = readStored();
  if (!stored && session) ended = { userName: session.userName, isElsewhere: true };
  show(stored);
});

/** The page's only client. The browser adds the session's cookie to its requests. */
export const client = new PageClient(new Transport({ url: '', onReached: noteReached }));

const adopt = ({ userName, operator = false, role }: SessionStarted, isKept: boolean): void =>
  setSession({ userName, id: `${userName} ${Date.now()}`, isKept, isOperator: operator, role });

export async function signIn(userName: string, password: string, isKept: boolean): Promise<void> {
  adopt(await client.startSession(userName, password, isKept), isKept);
}

export async function signInWithCode(code: string): Promise<void> {
  adopt(await client.startSessionWithCode(code), false);
}

export async function signOut(): Promise<void> {
  if (session) show({ ...session, isEnding: true });
  // The session may have ended already; the page signs out in either case.
  const ended = await client.endOwnSession().catch(() => undefined);
  setSession(undefined);
  if (ended?.next) window.location.assign(ended.next);
}

/**
 * Notes that the session has ended if an error says that the server no longer accepts it. The view stays and
 * asks for a sign-in, unless another tab has signed in since.
 */
export function dropRefusedSession(error: Error): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  const stored = readStored();
  if (stored && stored.id !== session?.id) {
    show(stored);
    return;
  }
  const why = error.code === 'session_ended' ? error.message : undefined;
  if (session) ended = { userName: session.userName, isElsewhere: false, why };
  setSession(undefined);
}

/** Notes that the server says the user has not this role, so that the header does not lead to its pages. */
export function dropRole(): void {
  if (session?.role || session?.isOperator)
    setSession({ ...session, isOperator: false, role: undefined });
}

/** The session that ended; undefined if none did since the page was loaded. */
export const readEndedSession = (): EndedSession | undefined => ended;

export const useSession = (): Session | undefined =>
  useSyncExternalStore(listeners.add, () => session);
