// Controls that stand in the page, or on a phone in a sheet behind a line that sums them up. They stay the same
// elements, so that nothing typed is lost when the screen changes.

import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { useSmallScreen } from '#explorer/parts/sheet/use-small-screen.ts';
import '#explorer/parts/sheet/control-sheet.css';

interface ControlSheetProps {
  /** What the controls are, for the sheet's head. */
  readonly title: string;
  /** What is chosen. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** The browser closes the sheet on Escape and on a press beside it. */
export function ControlSheet({ title, summary, children }: ControlSheetProps) {
  const id = useId();
  const isSmall = useSmallScreen();
  const { sheet, onToggle } = useSheet(isSmall);
  return (
    <>
      {isSmall && (
        <button type="button" className="button sheet-summary" popoverTarget={id}>
          <span>{summary}</span>
        </button>
      )}
      <div
        ref={sheet}
        id={id}
        className={isSmall ? 'sheet' : 'sheet-inline'}
        {...(isSmall && { popover: 'auto', role: 'dialog', 'aria-label': title, onToggle })}
      >
        {isSmall && (
          <div className="sheet-head">
            <h2>{title}</h2>
            <button type="button" className="button primary" popoverTarget={id}>
              Done
            </button>
          </div>
        )}
        {children}
      </div>
    </>
  );
}

/** A sheet that was open is open again when the screen is small again. */
function useSheet(isSmall: boolean) {
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isStillSmall = useRef(isSmall);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen opens the sheet
  useEffect(() => {
    isStillSmall.current = isSmall;
    if (isSmall && isOpen) sheet.current?.showPopover();
  }, [isSmall]);
  const onToggle = ({ newState }: ToggleEvent): void => {
    if (isStillSmall.current) setOpen(newState === 'open');
  };
  return { sheet, onToggle };
}
