// A button that copies text and shows the result itself.

import { useEffect, useState } from 'react';
import { copyText } from '#explorer/parts/copy/copy-text.ts';
import '#explorer/parts/copy/copy-button.css';

interface CopyButtonProps {
  readonly title: string;
  /** The name for screen readers, if it is not the title. It contains the title. */
  readonly label?: string;
  readonly hint?: string;
  readonly className?: string;
  /** Returns the text to copy, at the time of copying. */
  readonly text: () => string;
}

const SHOWN_MS = 1_600;

type State = 'idle' | 'copied' | 'failed';

let clearLast = (): void => {};

const RESULTS: Record<State, string> = { idle: '', copied: 'Copied', failed: 'Not copied' };

export function CopyButton(props: CopyButtonProps) {
  const { title, label, hint, className = 'button', text } = props;
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const onClick = (): void => {
    // Only the newest copy is in the clipboard.
    clearLast();
    clearLast = () => setState('idle');
    copyText(text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <button
        type="button"
        className={`${className} copy-button`}
        title={hint}
        aria-label={label}
        onClick={onClick}
      >
        <span data-hidden={state !== 'idle'}>{title}</span>
        {state !== 'idle' && <span>{RESULTS[state]}</span>}
      </button>
      <span className="hidden-text" role="status">
        {RESULTS[state]}
      </span>
    </>
  );
}
