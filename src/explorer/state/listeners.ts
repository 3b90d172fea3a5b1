// The functions that are called when something has changed.

type Listener = () => void;

export function makeListeners() {
  const all = new Set<Listener>();
  return {
    /** Returns what ends the listening. */
    add: (listener: Listener): (() => void) => {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell: (): void => {
      for (const listener of all) listener();
    },
  };
}
