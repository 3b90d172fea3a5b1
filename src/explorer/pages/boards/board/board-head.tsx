// The head of a board: its name, whose it is, and what can be done with it.

import type { BoardShape } from '#contract/boards';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

interface BoardHeadProps {
  readonly board: BoardShape;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onWall: () => void;
  readonly onPrint: () => void;
  readonly onLinks: () => void;
}

export function BoardHead({ board, onEdit, onCopy, onWall, onPrint, onLinks }: BoardHeadProps) {
  const zone = marketZoneOf(useAbout());
  return (
    <header className="card board-head">
      <div className="board-title">
        <p className="small board-way">
          <ViewLink to={{ page: 'boards', board: '' }}>All boards</ViewLink>
        </p>
        <h1>{board.name}</h1>
        <p className="dim small">
          {ownerText(board)} · changed {formatMoment(Date.parse(board.changed), zone)}
        </p>
      </div>
      <div className="board-actions">
        {board.own ? (
          <>
            <button type="button" className="button" onClick={onEdit}>
              Edit
            </button>
            <button type="button" className="button" onClick={onLinks}>
              Picture link…
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={onCopy}>
            Save as my own
          </button>
        )}
        <button type="button" className="button" onClick={onPrint}>
          Print
        </button>
        <button type="button" className="button primary" onClick={onWall}>
          Full screen <kbd>f</kbd>
        </button>
      </div>
    </header>
  );
}

/** Writes `Yours alone`, `Yours, shared with your plan` or `Shared by anna`. */
export const ownerText = ({
  own,
  shared,
  owner,
}: Pick<BoardShape, 'own' | 'shared' | 'owner'>): string =>
  own ? (shared ? 'Yours, shared with your plan' : 'Yours alone') : `Shared by ${owner}`;
