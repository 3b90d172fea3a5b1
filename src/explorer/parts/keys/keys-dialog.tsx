// The list of keys and gestures, shown by the key `?` and from the menu.

import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import '#explorer/parts/keys/keys-dialog.css';

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl K', '/'], does: 'Find a series' },
  { keys: ['←', '→'], does: 'On the chart: read the value before, the value after' },
  { keys: ['Shift ←', 'Shift →'], does: 'The same by a day' },
  { keys: ['Home', 'End'], does: 'The first and the last value' },
  { keys: ['+', '−'], does: 'Zoom in, zoom out' },
  { keys: [',', '.'], does: 'Pan to earlier, to later' },
  { keys: ['0'], does: 'Show the whole again' },
  { keys: ['Drag'], does: 'Zoom to the part that is marked; with Shift: pan' },
  { keys: ['Wheel'], does: 'With Ctrl: zoom at the pointer' },
  { keys: ['b'], does: 'Save the view to a board' },
  { keys: ['p'], does: 'Pause the live page, and go on' },
  { keys: ['f'], does: 'Full screen: the chart fills it; a board becomes a wallboard' },
  { keys: ['Alt ↑', 'Alt ↓'], does: 'On an edited board: move the panel' },
  { keys: ['↑', '↓', '←', '→'], does: 'On the heatmap: move by hour and day' },
  { keys: ['Enter'], does: 'In From and To: apply what was typed' },
  { keys: ['↓'], does: 'In From and To: into the calendar; w chooses a week there' },
  { keys: ['Page ↑', 'Page ↓'], does: 'In the calendar: by a month, with Shift by a year' },
  { keys: ['Esc'], does: 'Close, or undo what was typed' },
  { keys: ['?'], does: 'This list' },
];

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="keys-dialog"
      aria-labelledby="keys-dialog-title"
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <header>
        <h2 id="keys-dialog-title">Keys</h2>
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <dl>
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="keys-dialog-row">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
