// A table of any length that scrolls under its head. Only the rows in sight are in the page; on paper it has
// the first thousand.

import { type ReactNode, useRef } from 'react';
import { usePrinting } from '#explorer/parts/use-printing.ts';
import { useScrolled } from '#explorer/parts/use-scrolled.ts';
import { windowOf } from '#explorer/parts/windowed-rows.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import '#explorer/parts/table/value-table.css';

interface ValueTableProps {
  readonly label: string;
  readonly className: string;
  readonly rowCount: number;
  /** The cells of the head. */
  readonly head: ReactNode;
  /** Makes the row of a place, counted from 0. */
  readonly rowAt: (place: number) => ReactNode;
}

/** CSS pixels, as in value-table.css. */
const ROW_HEIGHT = 30;
/** The most rows on paper: about twenty pages. */
const MOST_PRINTED = 1_000;

export function ValueTable({ label, className, rowCount, head, rowAt }: ValueTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { tableRole } = useViewScope();
  const seen = useScrolled(scroller);
  const { start, end } = usePrinting()
    ? { start: 0, end: Math.min(rowCount, MOST_PRINTED) }
    : windowOf({ ...seen, rowCount, rowHeight: ROW_HEIGHT });
  return (
    <section
      ref={scroller}
      className={`value-table ${className}`}
      role={tableRole}
      aria-label={label}
      // It scrolls, also by keyboard.
      tabIndex={0}
    >
      <table aria-rowcount={rowCount + 1}>
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <tbody>
          <Spacer rowCount={start} />
          {Array.from({ length: end - start }, (_, i) => rowAt(start + i))}
          <Spacer rowCount={rowCount - end} />
        </tbody>
      </table>
    </section>
  );
}

/** The number of a row for screen readers, which know only the rows in the page. */
export const rowIndexOf = (place: number): number => place + 2;

/** Stands for rows out of sight. */
function Spacer({ rowCount }: { readonly rowCount: number }) {
  if (rowCount === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr
      aria-hidden="true"
      className="value-table-spacer"
      style={{ height: rowCount * ROW_HEIGHT }}
    />
  );
}
