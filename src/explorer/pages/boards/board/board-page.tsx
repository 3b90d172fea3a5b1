// One board: its panels, edited, on the screen, on a wall or on paper.

import { useState } from 'react';
import { ApiError } from '#client/api-error';
import type { BoardShape } from '#contract/boards';
import { OpenBoard } from '#explorer/pages/boards/board/open-board.tsx';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useRequest } from '#explorer/state/use-request.ts';
import type { BoardsView } from '#view/address/address';

export function BoardPage({ view }: { readonly view: BoardsView }) {
  const [saved, setSaved] = useState<BoardShape>();
  const { data, error, retry } = useRequest(view.board, (signal) =>
    boards.read(view.board, { signal }),
  );
  const board = saved ?? data;
  usePageTitle(board?.name ?? 'Board');
  // Also if it was read before: someone removed it since.
  if (error instanceof ApiError && error.status === 404) return <NoBoard />;
  if (board)
    return (
      <OpenBoard
        // A board that was read again is another one: nothing of the last is kept.
        key={`${board.id} ${board.version}`}
        view={view}
        board={board}
        onSaved={setSaved}
        onReload={() => {
          setSaved(undefined);
          retry();
        }}
      />
    );
  return error ? <Problem error={error} onRetry={retry} /> : <Loading />;
}

const NoBoard = () => (
  <section className="card">
    <h1>This board does not exist</h1>
    <p>
      It was removed, or it is not shared with your plan.{' '}
      <ViewLink to={{ page: 'boards', board: '' }}>See your boards</ViewLink>.
    </p>
  </section>
);
