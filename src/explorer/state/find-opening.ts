// Opening the search from anywhere on the page. Keys typed before its field has the focus are held, so
// that a quick typist loses none of them.

const listeners = new Set<() => void>();

let typedAhead = '';
let isHolding = false;

function hold(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText) return;
  event.preventDefault();
  event.stopPropagation();
  typedAhead += event.key;
}

export function openFind(): void {
  if (listeners.size === 0) return;
  if (!isHolding) window.addEventListener('keydown', hold, { capture: true });
  isHolding = true;
  for (const listener of listeners) listener();
}

/** What was typed since the search was asked for; from now on keys go to the field. */
export function takeTypedAhead(): string {
  window.removeEventListener('keydown', hold, { capture: true });
  isHolding = false;
  const text = typedAhead;
  typedAhead = '';
  return text;
}

/** Calls `listener` whenever the search is asked for; returns how to stop that. */
export function onFindAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    takeTypedAhead();
  };
}
