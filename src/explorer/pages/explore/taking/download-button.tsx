// The button that opens what can be taken away. The entries load when they are first opened.

import { type FocusEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import type { DownloadMenuProps } from '#explorer/pages/explore/taking/download-menu.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';

const DownloadMenu = lazyPart(() =>
  import('#explorer/pages/explore/taking/download-menu.tsx').then((module) => module.DownloadMenu),
);

interface DownloadProps extends Omit<DownloadMenuProps, 'id' | 'answer' | 'onClose'> {
  readonly answer: DownloadMenuProps['answer'] | undefined;
  /** Why nothing can be taken; undefined if it can. */
  readonly reason: string | undefined;
}

export function Download({ reason, answer, ...props }: DownloadProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && reason === undefined && answer !== undefined;
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // A disabled or removed button leaves nothing focused, and the menu stays.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the focus of what is within are watched
    <div className="explore-download" onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="button primary"
        title={reason}
        disabled={reason !== undefined}
        aria-expanded={isShown}
        aria-controls={id}
        aria-describedby={reason === undefined ? undefined : `${id}-reason`}
        onClick={() => setOpen(!isOpen)}
      >
        Download <span aria-hidden="true">▾</span>
      </button>
      {reason !== undefined && (
        <span className="hidden-text" id={`${id}-reason`}>
          {reason}
        </span>
      )}
      {isShown && (
        <Suspense>
          <DownloadMenu {...props} id={id} answer={answer} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
