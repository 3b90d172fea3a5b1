// The button that saves the view of the page to a board.

import { openSave } from '#explorer/state/save-opening.ts';

export const SaveButton = () => (
  <button type="button" className="button" title="Key: b" onClick={openSave}>
    Save to board…
  </button>
);
