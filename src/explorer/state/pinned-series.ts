// The series that a user has pinned. Only codes are kept, in this browser, for each user; tabs share them.

import { useCallback, useSyncExternalStore } from 'react';

/** More than a start page can show at a glance. */
export const MOST_PINNED = 24;

const keyOf = (userName: string): string => `gridtide-pins ${userName}`;
const NO_PINS: readonly string[] = [];
const listeners = new Set<() => void>();
/** The text read last and its codes, so that an unchanged text gives the same array. */
let latest: { key: string; text: string; codes: readonly string[] } | undefined;

export function readPins(userName: string): readonly string[] {
  const key = keyOf(userName);
  try {
    const text = window.localStorage.getItem(key) ?? '[]';
    if (latest?.key !== key || latest.text !== text) {
      const stored: unknown = JSON.parse(text);
      const codes = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
      latest = { key, text, codes };
    }
    return latest.codes;
  } catch {
    return NO_PINS;
  }
}

/** Pins a series, or removes its pin. Returns false if no more can be pinned. */
export function togglePin(userName: string, code: string): boolean {
  const pins = readPins(userName);
  const isPinned = pins.includes(code);
  if (!isPinned && pins.length >= MOST_PINNED) return false;
  const next = isPinned ? pins.filter((other) => other !== code) : [...pins, code];
  try {
    window.localStorage.setItem(keyOf(userName), JSON.stringify(next));
  } catch {
    // Private windows may have no storage: nothing can be pinned in them.
  }
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const usePins = (userName: string): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => readPins(userName), [userName]),
  );
