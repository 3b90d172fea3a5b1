// Opening the dialog that saves the view to a board, from anywhere on the page.

const opening = new EventTarget();

export const openSave = (): void => void opening.dispatchEvent(new Event('open'));

/** Calls `listener` whenever the dialog is opened. Returns what ends that. */
export function onSaveOpened(listener: () => void): () => void {
  opening.addEventListener('open', listener);
  return () => opening.removeEventListener('open', listener);
}
