// A board that is loaded. The panels stay the same elements while the board is edited or fills the screen.

import { Suspense, useMemo, useState } from 'react';
import type { BoardShape } from '#contract/boards';
import { BoardHead } from '#explorer/pages/boards/board/board-head.tsx';
import { EditDialogs } from '#explorer/pages/boards/board/edit-dialogs.tsx';
import { PanelGrid } from '#explorer/pages/boards/board/panel-grid.tsx';
import { usePrintingAll } from '#explorer/pages/boards/board/use-printing-all.ts';
import { useReports } from '#explorer/pages/boards/board/use-reports.ts';
import { type DraftPanel, keyedPanels } from '#explorer/pages/boards/edit/board-draft.ts';
import { EditHead } from '#explorer/pages/boards/edit/edit-head.tsx';
import { useEditing } from '#explorer/pages/boards/edit/use-editing.ts';
import { copyBoard } from '#explorer/pages/boards/parts/copy-board.ts';
import { useFreshBoard } from '#explorer/pages/boards/wall/use-fresh-board.ts';
import { useRounds } from '#explorer/pages/boards/wall/use-rounds.ts';
import {
  enterWall,
  leaveWall,
  useWall,
  useWindowSize,
} from '#explorer/pages/boards/wall/use-wall.ts';
import { WallHead } from '#explorer/pages/boards/wall/wall-head.tsx';
import { type WallLayout, wallLayout } from '#explorer/pages/boards/wall/wall-layout.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { BoardsView } from '#view/address/address';

const LinksDialog = lazyPart(() =>
  import('#explorer/pages/boards/links/links-dialog.tsx').then((part) => part.LinksDialog),
);

/** CSS pixels. */
const CHART_HEIGHT = 300;

interface OpenBoardProps {
  readonly view: BoardsView;
  readonly board: BoardShape;
  readonly onSaved: (board: BoardShape) => void;
  /** Reads the stored board again. */
  readonly onReload: () => void;
}

const openBoard = ({ id }: BoardShape): void => show({ page: 'boards', board: id });

export function OpenBoard({ view, board, onSaved, onReload }: OpenBoardProps) {
  const { editing, start, stop } = useEditing(board, { onSaved, onCopied: openBoard });
  const isWall = view.wall === true && !editing;
  useWall(view, editing !== undefined);
  const round = useRounds(isWall);
  useFreshBoard(board, round, { onChanged: onSaved, onGone: onReload });
  const saved = useMemo(() => keyedPanels(board.panels), [board]);
  const panels = editing?.draft.panels ?? saved;
  const wall = useWallLayout(panels, isWall);
  const reports = useReports();
  const isComplete = reports.count === panels.length && !reports.isLoading;
  const { isAllLoaded, print } = usePrintingAll(isComplete);
  const [hasLinks, setHasLinks] = useState(false);
  const [copyError, setCopyError] = useState<Error>();
  return (
    <div className={wall ? 'board board-wall' : 'board'}>
      {wall ? (
        <WallHead
          name={board.name}
          isLoading={reports.isLoading}
          hasFailed={reports.hasFailed}
          isBegun={reports.count > 0 || panels.length === 0}
          onLeave={() => leaveWall(view)}
        />
      ) : editing ? (
        <EditHead editing={editing} onCancel={stop} />
      ) : (
        <BoardHead
          board={board}
          onEdit={start}
          onCopy={() => void copyBoard(board).then(openBoard, setCopyError)}
          onWall={() => enterWall(view)}
          onPrint={print}
          onLinks={() => setHasLinks(true)}
        />
      )}
      {copyError && <Problem error={copyError} onRetry={() => setCopyError(undefined)} />}
      {panels.length === 0 && <NoPanels />}
      <PanelGrid
        panels={panels}
        editing={editing}
        onReport={reports.onReport}
        context={{
          round,
          chartHeight: wall?.chartHeight ?? CHART_HEIGHT,
          chartZoom: wall?.zoom ?? 1,
          isAllLoaded,
        }}
        style={wall && wallStyle(wall)}
      />
      <p className="hidden-text" role="status">
        {editing?.said}
      </p>
      {editing && <EditDialogs editing={editing} onStop={stop} onReload={onReload} />}
      <Suspense>
        {hasLinks && <LinksDialog board={board} onClose={() => setHasLinks(false)} />}
      </Suspense>
    </div>
  );
}

/** The layout of a board that fills the screen; undefined if it does not. */
function useWallLayout(panels: readonly DraftPanel[], isWall: boolean): WallLayout | undefined {
  const size = useWindowSize();
  return isWall ? wallLayout(panels, size) : undefined;
}

const wallStyle = ({ columns, rowHeight, zoom }: WallLayout) => ({
  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
  gridAutoRows: `minmax(${rowHeight}px, auto)`,
  fontSize: `${zoom}rem`,
});

const NoPanels = () => (
  <section className="card board-empty">
    <p>
      This board has no panels yet. Open a view, such as a series in Explore, and choose{' '}
      <strong>Save to board…</strong>, or press <kbd>b</kbd>.
    </p>
  </section>
);
