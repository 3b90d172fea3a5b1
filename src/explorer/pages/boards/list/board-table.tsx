// A table of boards with what can be done to each.

import { useId } from 'react';
import type { BoardEntry } from '#contract/boards';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

interface BoardTableProps {
  readonly title: string;
  readonly boards: readonly BoardEntry[];
  readonly onCopy: (board: BoardEntry) => void;
  /** Left out for boards of others. */
  readonly onRename?: (board: BoardEntry) => void;
  readonly onRemove?: (board: BoardEntry) => void;
  readonly onShare?: (board: BoardEntry) => void;
}

export function BoardTable(props: BoardTableProps) {
  const { title, boards, onCopy, onRename, onRemove, onShare } = props;
  const id = useId();
  const zone = marketZoneOf(useAbout());
  const isOwn = onRename !== undefined;
  return (
    <section className="card boards-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="boards-list">
        {boards.map((board) => (
          <li key={board.id}>
            <div className="boards-name">
              <ViewLink to={{ page: 'boards', board: board.id }}>{board.name}</ViewLink>
              <p className="small dim">
                {panelsText(board.panels)} ·{' '}
                {isOwn
                  ? board.shared
                    ? 'shared with your plan'
                    : 'yours alone'
                  : `by ${board.owner}`}{' '}
                · changed {formatMoment(Date.parse(board.changed), zone)}
              </p>
            </div>
            <div className="boards-ways">
              {onRename && <Way board={board} title="Rename" onClick={() => onRename(board)} />}
              {onShare && (
                <Way
                  board={board}
                  title={board.shared ? 'Stop sharing' : 'Share'}
                  onClick={() => onShare(board)}
                />
              )}
              <Way
                board={board}
                title={isOwn ? 'Duplicate' : 'Save as my own'}
                onClick={() => onCopy(board)}
              />
              {onRemove && <Way board={board} title="Remove" onClick={() => onRemove(board)} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WayProps {
  readonly board: BoardEntry;
  readonly title: string;
  readonly onClick: () => void;
}

const Way = ({ board, title, onClick }: WayProps) => (
  <button type="button" className="button" onClick={onClick}>
    {title}
    <span className="hidden-text"> {board.name}</span>
  </button>
);

const panelsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'panel' : 'panels'}`;
