// The list of keys, shown by the key `?`.

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import '#explorer/parts/keys-dialog.css';

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl K', '/'], does: 'Find a series' },
  { keys: ['←', '→'], does: 'On the chart: read the value before, the value after' },
  { keys: ['Shift ←', 'Shift →'], does: 'The same by a day' },
  { keys: ['Home', 'End'], does: 'The first and the last value' },
  { keys: ['+', '−'], does: 'Zoom in, zoom out' },
  { keys: [',', '.'], does: 'Pan to earlier, to later' },
  { keys: ['0'], does: 'Show the whole again' },
  { keys: ['↑', '↓', '←', '→'], does: 'On the heatmap: move by hour and day' },
  { keys: ['Enter'], does: 'In From and To: apply what was typed' },
  { keys: ['Esc'], does: 'Close, or take back what was typed' },
  { keys: ['?'], does: 'This list' },
];

/** Listens for `?` and shows the list. */
export function KeysDialog() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, dialog') !== null;
      if (event.key !== '?' || isElsewhere || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <OpenDialog onClose={() => setOpen(false)} /> : null;
}

function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  // A click on the backdrop is a click on the dialog itself.
  const onClick = (event: MouseEvent): void => {
    if (event.target === dialog.current) dialog.current.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="keys-dialog"
      aria-labelledby="keys-dialog-title"
      onClose={onClose}
      onClick={onClick}
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
