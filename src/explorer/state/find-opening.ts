// Opening the search from anywhere on the page.

const listeners = new Set<() => void>();

export function openFind(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the search is asked for; returns how to stop that. */
export function onFindAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
