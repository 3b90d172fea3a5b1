// Whether a person is at work on the page: what is shown stays as it is meanwhile.

/** A pause this long after a key, a wheel or a pointer is the end of the work. */
const REST_MS = 1_000;
const OPEN = 'dialog[open], .moment-popover, :popover-open';
const FIELD = 'input, textarea, select';

let isPressed = false;
let lastAt = Number.NEGATIVE_INFINITY;

const touch = (): void => {
  lastAt = performance.now();
};

/** Notes what a person does from now on. Returns what ends that. */
export function watchHands(): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, capture: true, passive: true };
  const on = (name: string, note: (event: Event) => void): void =>
    window.addEventListener(name, note, options);
  on('pointerdown', () => {
    isPressed = true;
  });
  for (const name of ['pointerup', 'pointercancel'])
    on(name, () => {
      isPressed = false;
      touch();
    });
  on('wheel', touch);
  on('keydown', ({ target }) => {
    if (target instanceof Element && target.closest(`${FIELD}, [role="application"]`)) touch();
  });
  return () => stopping.abort();
}

/** Whether someone types, drags, zooms, or has a dialog open. */
export const areHandsOn = (): boolean =>
  isPressed || performance.now() - lastAt < REST_MS || document.querySelector(OPEN) !== null;
