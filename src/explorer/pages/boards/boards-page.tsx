// Boards: the list of all, or one of them.

import { BoardPage } from '#explorer/pages/boards/board/board-page.tsx';
import { BoardList } from '#explorer/pages/boards/list/board-list.tsx';
import type { BoardsView } from '#view/address/address';
import '#explorer/pages/boards/boards.css';
import '#explorer/pages/boards/wall/wall.css';
import '#explorer/pages/boards/board/board-print.css';

export const BoardsPage = ({ view }: { readonly view: BoardsView }) =>
  view.board === '' ? <BoardList /> : <BoardPage key={view.board} view={view} />;
