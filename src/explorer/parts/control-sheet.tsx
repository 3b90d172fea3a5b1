// Controls that stand in the page, or on a phone in a sheet behind a line that sums them up.

import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { useSmallScreen } from '#explorer/parts/use-small-screen.ts';
import '#explorer/parts/control-sheet.css';

const Sheet = lazyPart(() => import('#explorer/parts/sheet.tsx').then((module) => module.Sheet));

interface ControlSheetProps {
  /** What the controls are, for the sheet's head. */
  readonly title: string;
  /** What is chosen. */
  readonly summary: string;
  readonly children: ReactNode;
}

export function ControlSheet({ title, summary, children }: ControlSheetProps) {
  const isSmall = useSmallScreen();
  const [isOpen, setOpen] = useState(false);
  if (!isSmall) return children;
  return (
    <>
      <button
        type="button"
        className="button sheet-summary"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{summary}</span>
      </button>
      {isOpen && (
        <Suspense>
          <Sheet title={title} onClose={() => setOpen(false)}>
            {children}
          </Sheet>
        </Suspense>
      )}
    </>
  );
}
