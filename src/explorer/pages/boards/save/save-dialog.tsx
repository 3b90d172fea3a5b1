// Saves the view of the page as a panel: on a board that exists, or on a new one.

import { useState } from 'react';
import { ApiError } from '#client/api-error';
import type { BoardShape, PanelShape } from '#contract/boards';
import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { titleOfView } from '#explorer/pages/boards/parts/panel-view.ts';
import { type Choice, SaveFields } from '#explorer/pages/boards/save/save-fields.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { type View, writeAddress } from '#view/address/address';
import { isPanelView, type PanelView } from '#view/address/panel-view';

interface SaveDialogProps {
  readonly view: View;
  readonly onClose: () => void;
}

export function SaveDialog({ view, onClose }: SaveDialogProps) {
  if (!isPanelView(view)) return <NothingToSave onClose={onClose} />;
  return <SaveView view={view} onClose={onClose} />;
}

function SaveView({ view, onClose }: SaveDialogProps & { readonly view: PanelView }) {
  const { data, error, retry } = useRequest('own boards', (signal) => boards.list({ signal }));
  const own = data?.filter((board) => board.own);
  const [choice, setChoice] = useState<Choice>(() => ({
    board: undefined,
    name: 'My board',
    title: suggestedTitle(view),
    part: 'view',
  }));
  const [state, setState] = useState<{ isBusy: boolean; fault?: Error; saved?: BoardShape }>({
    isBusy: false,
  });
  const chosen = choice.board ?? own?.[0]?.id ?? '';
  const save = (): void => {
    setState({ isBusy: true });
    savePanel(chosen, choice.name.trim(), panelOf(view, choice)).then(
      (saved) => setState({ isBusy: false, saved }),
      (fault: Error) => {
        dropRefusedSession(fault);
        setState({ isBusy: false, fault });
      },
    );
  };
  if (state.saved) return <Saved board={state.saved} onClose={onClose} />;
  return (
    <BoardDialog
      title="Save to board"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={state.isBusy || !own}>
            Save
          </button>
        </>
      }
      onSubmit={save}
      onClose={onClose}
    >
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : own ? (
        <SaveFields boards={own} choice={{ ...choice, board: chosen }} onChange={setChoice} />
      ) : (
        <Loading />
      )}
      {state.fault && <Problem error={state.fault} onRetry={save} />}
    </BoardDialog>
  );
}

/** Explore knows the series' name, and the browser's tab has it. */
const suggestedTitle = (view: PanelView): string =>
  view.page === 'explore' ? document.title.replace(/ · Gridtide$/, '') : titleOfView(view);

const panelOf = (view: PanelView, { title, part }: Choice): PanelShape => ({
  view: writeAddress(view),
  title: title.trim(),
  part,
  width: view.page === 'start' || view.page === 'changes' ? 'full' : 'half',
});

const CONFLICT = 409;
const MOST_ATTEMPTS = 3;

/** Adds a panel at the end of a board, or makes a board of it if `id` is empty. */
async function savePanel(
  id: string,
  name: string,
  panel: PanelShape,
  attempts = MOST_ATTEMPTS,
): Promise<BoardShape> {
  if (id === '') return boards.add({ name, shared: false, panels: [panel] });
  const { name: kept, shared, panels, version } = await boards.read(id);
  try {
    return await boards.change(id, { name: kept, shared, panels: [...panels, panel], version });
  } catch (error) {
    const isOld = error instanceof ApiError && error.status === CONFLICT;
    // Another tab changed the board in between: the panel goes to the end of its new version.
    if (isOld && attempts > 1) return savePanel(id, name, panel, attempts - 1);
    throw error;
  }
}

interface SavedProps {
  readonly board: BoardShape;
  readonly onClose: () => void;
}

const Saved = ({ board, onClose }: SavedProps) => (
  <BoardDialog
    title="Saved"
    actions={
      <button type="submit" className="button primary">
        Done
      </button>
    }
    onSubmit={onClose}
    onClose={onClose}
  >
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by keyboard too */}
    <p role="status" onClick={onClose}>
      It is the last panel of{' '}
      <ViewLink to={{ page: 'boards', board: board.id }}>{board.name}</ViewLink>.
    </p>
  </BoardDialog>
);

const NothingToSave = ({ onClose }: Pick<SaveDialogProps, 'onClose'>) => (
  <BoardDialog
    title="Nothing to save here"
    actions={
      <button type="submit" className="button primary">
        Close
      </button>
    }
    onSubmit={onClose}
    onClose={onClose}
  >
    <p>A board takes views of Start, Explore, Compare, Forecasts and Changes.</p>
  </BoardDialog>
);
