// Opening the dialog that saves the view to a board, from anywhere on the page.

import { makeListeners } from '#explorer/state/listeners.ts';

const listeners = makeListeners();

export const openSave = listeners.tell;

/** Calls `listener` whenever the dialog is opened. Returns what ends that. */
export const onSaveOpened = listeners.add;
