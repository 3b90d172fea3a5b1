// Which key does what on a focused chart.

export type ChartAction =
  | { readonly kind: 'step' | 'day'; readonly direction: -1 | 1 }
  | { readonly kind: 'first' | 'last' | 'reset' | 'pick' | 'leave' }
  | { readonly kind: 'zoom'; readonly factor: number }
  /** `screens` is a part of the screen's width. */
  | { readonly kind: 'pan'; readonly screens: number };

const ACTIONS: Readonly<Record<string, ChartAction>> = {
  Home: { kind: 'first' },
  End: { kind: 'last' },
  '+': { kind: 'zoom', factor: 0.5 },
  '=': { kind: 'zoom', factor: 0.5 },
  '-': { kind: 'zoom', factor: 2 },
  '−': { kind: 'zoom', factor: 2 },
  ',': { kind: 'pan', screens: -0.5 },
  '.': { kind: 'pan', screens: 0.5 },
  '0': { kind: 'reset' },
  Enter: { kind: 'pick' },
  Escape: { kind: 'leave' },
};

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The action of a key. Undefined leaves the key to the page and the browser. */
export function chartAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress) {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const direction = key === 'ArrowLeft' ? -1 : 1;
    return { kind: shiftKey ? 'day' : 'step', direction } satisfies ChartAction;
  }
  return Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : undefined;
}

export const KEYS_HELP =
  'Left and right arrows read values, with Shift by a day. Home and End go to the first and last value. ' +
  'Plus and minus zoom, comma and full stop pan, 0 shows the whole. Enter picks the time.';
