// Opening the search from anywhere on the page. Keys typed before its field has the focus are collected,
// so that none is lost.

const listeners = new Set<() => void>();

let typedAhead = '';
let isCollecting = false;

function collect(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText) return;
  event.preventDefault();
  event.stopPropagation();
  typedAhead += event.key;
}

export function openFind(): void {
  if (listeners.size === 0) return;
  if (!isCollecting) window.addEventListener('keydown', collect, { capture: true });
  isCollecting = true;
  for (const listener of listeners) listener();
}

/** Returns the text typed since the search was opened. From then on keys go to the field. */
export function takeTypedAhead(): string {
  window.removeEventListener('keydown', collect, { capture: true });
  isCollecting = false;
  const text = typedAhead;
  typedAhead = '';
  return text;
}

/** Calls `listener` whenever the search is opened. Returns what ends that. */
export function onFindOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    takeTypedAhead();
  };
}
