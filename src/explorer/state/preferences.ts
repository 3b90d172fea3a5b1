// What a person has chosen for this browser: look, zone, numbers, language of examples. Tabs share it.

import { useSyncExternalStore } from 'react';
import { makeListeners } from '#explorer/state/listeners.ts';

/** The values that each choice may have; the first is the default, but numbers follow the language. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  zone: ['market', 'utc'],
  /** The marks of thousands and decimals: `1,234.5`, `1 234,5`, `1.234,5`. */
  numbers: ['comma-point', 'space-comma', 'point-comma'],
  /** The CSV files that the page makes: commas with a decimal point, or semicolons with a decimal comma. */
  csv: ['comma', 'semicolon'],
  /** The language of example requests. */
  language: ['curl', 'typescript', 'python', 'excel'],
  /** Whether new values come in by themselves. */
  live: ['on', 'paused'],
} as const;

export type PreferenceName = keyof typeof CHOICES;
export type Preferences = { readonly [Name in PreferenceName]: (typeof CHOICES)[Name][number] };

const STORAGE_KEY = 'gridtide-preferences';
const NAMES = Object.keys(CHOICES) as PreferenceName[];
const listeners = makeListeners();

/** The marks that numbers have in a language: those with a decimal point are written alike. */
export function numbersOf(language: string): Preferences['numbers'] {
  const [first, last] = (12_345.6).toLocaleString(language).replace(/\d/g, '');
  if (last !== ',') return 'comma-point';
  return first === '.' ? 'point-comma' : 'space-comma';
}

/** Reads stored text. What is missing or unknown is at its default. */
export function readPreferenceText(text: string | null, language = 'en'): Preferences {
  const stored = parseObject(text);
  return Object.fromEntries(
    NAMES.map((name) => {
      const allowed: readonly string[] = CHOICES[name];
      const value = stored[name];
      if (typeof value === 'string' && allowed.includes(value)) return [name, value];
      return [name, name === 'numbers' ? numbersOf(language) : allowed[0]];
    }),
  ) as Preferences;
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

let preferences: Preferences | undefined;

export const readPreferences = (): Preferences =>
  (preferences ??=
    typeof window === 'undefined'
      ? readPreferenceText(null)
      : readPreferenceText(readStored(), navigator.language));

function adopt(next: Preferences): void {
  preferences = next;
  listeners.tell();
}

export function setPreference<Name extends PreferenceName>(
  name: Name,
  value: Preferences[Name],
): void {
  const next = { ...readPreferences(), [name]: value };
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Private windows may have no storage: the choice then lasts as long as the page.
  }
  adopt(next);
}

/** Calls `listener` after each change. Returns what ends that. */
export const onPreferences = listeners.add;

/** Follows the changes of other tabs. Called once, when the page starts. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY || key === null)
      adopt(readPreferenceText(newValue, navigator.language));
  });
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore(onPreferences, readPreferences);
