// The list of boards: the user's own, then those that others of the plan share.

import { useState } from 'react';
import type { BoardEntry } from '#contract/boards';
import { BoardTable } from '#explorer/pages/boards/list/board-table.tsx';
import { FirstBoard } from '#explorer/pages/boards/list/first-board.tsx';
import { NameDialog } from '#explorer/pages/boards/list/name-dialog.tsx';
import { RemoveDialog } from '#explorer/pages/boards/list/remove-dialog.tsx';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { copyBoard } from '#explorer/pages/boards/parts/copy-board.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { show } from '#explorer/state/navigation.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

type Asking =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename' | 'remove'; readonly board: BoardEntry };

export function BoardList() {
  usePageTitle('Boards');
  const { data, error, retry } = useRequest('boards', (signal) => boards.list({ signal }));
  const [asking, setAsking] = useState<Asking>();
  const { said, fault, act } = useActions(retry);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  const [own, others] = [data.filter((one) => one.own), data.filter((one) => !one.own)];
  return (
    <div className="boards">
      <header className="boards-head">
        <h1>Boards</h1>
        <button type="button" className="button primary" onClick={() => setAsking({ kind: 'new' })}>
          New board…
        </button>
      </header>
      {fault && <Problem error={fault} onRetry={retry} />}
      {own.length === 0 && <FirstBoard hasOthers={others.length > 0} />}
      {own.length > 0 && (
        <BoardTable
          title="Yours"
          boards={own}
          onRename={(board) => setAsking({ kind: 'rename', board })}
          onRemove={(board) => setAsking({ kind: 'remove', board })}
          onShare={(board) => void act(() => share(board), shareText(board))}
          onCopy={(board) => void act(() => duplicate(board), `${board.name} is copied`)}
        />
      )}
      {others.length > 0 && (
        <BoardTable
          title="Shared by others of your plan"
          boards={others}
          onCopy={(board) => void act(() => duplicate(board), `${board.name} is now yours too`)}
        />
      )}
      <p className="hidden-text" role="status">
        {said}
      </p>
      {asking && <AskedDialog asking={asking} act={act} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

interface AskedDialogProps {
  readonly asking: Asking;
  readonly act: Act;
  readonly onClose: () => void;
}

function AskedDialog({ asking, act, onClose }: AskedDialogProps) {
  if (asking.kind === 'new')
    return (
      <NameDialog
        title="New board"
        button="Make board"
        name=""
        onName={async (name) => {
          const { id } = await boards.add({ name, shared: false, panels: [] });
          show({ page: 'boards', board: id });
        }}
        onClose={onClose}
      />
    );
  const { kind, board } = asking;
  if (kind === 'remove')
    return (
      <RemoveDialog
        board={board}
        onRemove={() => act(() => boards.remove(board.id), `${board.name} is removed`)}
        onClose={onClose}
      />
    );
  return (
    <NameDialog
      title={`Rename “${board.name}”`}
      button="Rename"
      name={board.name}
      onName={(name) => act(() => change(board, { name }), `Renamed to ${name}`)}
      onClose={onClose}
    />
  );
}

type Act = (work: () => Promise<unknown>, text: string) => Promise<void>;

/** Runs what a button does, says what it did, and reads the list again. */
function useActions(retry: () => void) {
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState<Error>();
  const act: Act = async (work, text) => {
    setFault(undefined);
    try {
      await work();
      setSaid(text);
    } catch (error) {
      dropRefusedSession(error as Error);
      setFault(error as Error);
    }
    retry();
  };
  return { said, fault, act };
}

/** Changes the newest version of a board. */
async function change(
  { id }: BoardEntry,
  part: { readonly name?: string; readonly shared?: boolean },
): Promise<void> {
  const { name, shared, panels, version } = await boards.read(id);
  await boards.change(id, { name, shared, panels, version, ...part });
}

const share = (board: BoardEntry): Promise<void> => change(board, { shared: !board.shared });

const shareText = ({ name, shared }: BoardEntry): string =>
  shared ? `${name} is yours alone` : `${name} is shared with your plan`;

const duplicate = async ({ id }: BoardEntry): Promise<unknown> => copyBoard(await boards.read(id));
