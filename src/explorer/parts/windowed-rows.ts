// The rows of a long list that are in the page: those in sight, and a few on either side.

export interface ListView {
  readonly rowCount: number;
  /** All lengths in CSS pixels. */
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly scrollTop: number;
}

const OVERSCAN = 6;

/** The half-open range of rows to draw. */
export function windowOf({ rowCount, rowHeight, viewHeight, scrollTop }: ListView): {
  start: number;
  end: number;
} {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN;
  const end = Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN;
  const last = Math.max(0, Math.min(rowCount, end));
  return { start: Math.min(Math.max(0, first), last), end: last };
}

/** The nearest scroll position at which a row is wholly in sight. */
export function scrollTopToShow(row: number, view: ListView): number {
  const top = row * view.rowHeight;
  const bottom = top + view.rowHeight;
  const isBelow = bottom > view.scrollTop + view.viewHeight;
  if (top >= view.scrollTop && !isBelow) return view.scrollTop;
  // A row higher than the view shows its beginning.
  return top < view.scrollTop ? top : Math.min(top, bottom - view.viewHeight);
}

/** The row that a key leads to; undefined if the key does not move. */
export function rowAfterKey(key: string, row: number, view: ListView): number | undefined {
  const last = view.rowCount - 1;
  if (last < 0) return undefined;
  const page = Math.max(1, Math.floor(view.viewHeight / view.rowHeight) - 1);
  switch (key) {
    case 'ArrowDown':
      return row >= last ? 0 : row + 1;
    case 'ArrowUp':
      return row <= 0 ? last : row - 1;
    case 'PageDown':
      return Math.min(last, row + page);
    case 'PageUp':
      return Math.max(0, row - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
