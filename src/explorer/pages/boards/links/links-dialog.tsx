// The links to a board's picture: making one, copying it once, and ending it. A link works without a sign-in.

import { useId, useState } from 'react';
import type { BoardShape, LinkMade } from '#contract/boards';
import { LinkTable } from '#explorer/pages/boards/links/link-table.tsx';
import { NewLink } from '#explorer/pages/boards/links/new-link.tsx';
import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';

interface LinksDialogProps {
  readonly board: BoardShape;
  readonly onClose: () => void;
}

const [LEAST_DAYS, MOST_DAYS, USUAL_DAYS] = [1, 366, 30];

export function LinksDialog({ board, onClose }: LinksDialogProps) {
  const links = useRequest(`links ${board.id}`, (signal) => boards.links(board.id, { signal }));
  const [days, setDays] = useState(String(USUAL_DAYS));
  const [made, setMade] = useState<LinkMade>();
  const [fault, setFault] = useState<Error>();
  const act = async (work: () => Promise<void>): Promise<void> => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      dropRefusedSession(error as Error);
      setFault(error as Error);
    }
    links.retry();
  };
  const make = (): void =>
    void act(async () => setMade(await boards.addLink(board.id, Number(days))));
  const end = (linkId: string): void =>
    void act(async () => {
      await boards.endLink(board.id, linkId);
      if (made?.id === linkId) setMade(undefined);
    });
  return (
    <BoardDialog
      title={`Picture of “${board.name}”`}
      actions={
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      }
      onSubmit={make}
      onClose={onClose}
    >
      <p>
        A picture by address, for a mail or a page elsewhere: it shows the board as it is when it is
        looked at. <strong>Everyone who has the link sees the picture</strong>, without a sign-in,
        and as far as your plan goes.
      </p>
      <div className="links-make">
        <DaysField days={days} onChange={setDays} />
        <button type="submit" className="button primary">
          Make a link
        </button>
      </div>
      {fault && <Problem error={fault} onRetry={() => setFault(undefined)} />}
      {made && <NewLink key={made.id} made={made} name={board.name} />}
      {links.error && <Problem error={links.error} onRetry={links.retry} />}
      {links.data && <LinkTable links={links.data} onEnd={end} />}
    </BoardDialog>
  );
}

interface DaysFieldProps {
  readonly days: string;
  readonly onChange: (days: string) => void;
}

function DaysField({ days, onChange }: DaysFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Days until it ends, {LEAST_DAYS} to {MOST_DAYS}
      </label>
      <input
        id={id}
        type="number"
        required
        min={LEAST_DAYS}
        max={MOST_DAYS}
        step={1}
        value={days}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
