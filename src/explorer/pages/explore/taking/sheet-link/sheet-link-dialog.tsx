// Making a link for a spreadsheet: its name and its last day, then its address, shown once, as each program takes it.

import { type FormEvent, useId, useState } from 'react';
import { LinksClient } from '#client/links-client';
import type { QuestionLinkMade } from '#contract/links';
import { LastDayField } from '#explorer/pages/account/last-day-field.tsx';
import { linkQuestion } from '#explorer/pages/explore/taking/sheet-link/link-question.ts';
import type { LinkTarget } from '#explorer/pages/explore/taking/sheet-link/link-texts.ts';
import { MadeLink } from '#explorer/pages/explore/taking/sheet-link/made-link.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';
import type { ExploreView } from '#view/address/explore-address';
import { sliceLabel } from '#view/values/slice';
import '#explorer/pages/explore/taking/sheet-link/sheet-link.css';

interface SheetLinkDialogProps {
  readonly view: ExploreView;
  readonly target: LinkTarget;
  readonly onClose: () => void;
}

const links = new LinksClient(client.transport);

export function SheetLinkDialog({ view, target, onClose }: SheetLinkDialogProps) {
  const id = useId();
  const dialog = useModal();
  const [name, setName] = useState(view.seriesId);
  const [lastDay, setLastDay] = useState('');
  const [made, setMade] = useState<QuestionLinkMade>();
  const [fault, setFault] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      const end = lastDay === '' ? {} : { expires: lastDay };
      setMade(await links.add({ ...linkQuestion(view), name, ...end }));
    } catch (error) {
      dropRefusedSession(error as Error);
      setFault(error as Error);
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && !made) void make();
  };
  return (
    <dialog ref={dialog} className="card sheet-link" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <h2 id={id}>Link for a spreadsheet</h2>
        <p>
          A spreadsheet reads <strong>{view.seriesId}</strong> by this link whenever it refreshes,{' '}
          {spanText(view)}. <strong>Everyone who has the link reads these values</strong> without a
          sign-in, as far as your plan goes, until it ends or you revoke it on your account page.
        </p>
        {made ? (
          <MadeLink made={made} first={target} />
        ) : (
          <div className="sheet-link-fields">
            <NameField value={name} onChange={setName} />
            <LastDayField value={lastDay} onChange={setLastDay} />
          </div>
        )}
        {fault && <Problem error={fault} onRetry={() => void make()} />}
        <div className="sheet-link-actions">
          <button type="button" className="button" onClick={onClose}>
            {made ? 'Done' : 'Cancel'}
          </button>
          {!made && (
            <button type="submit" className="button primary" disabled={isBusy}>
              Make the link
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** What the link shows over time: keywords move, an earlier knowledge stays. */
function spanText({ from, to, asOf, slice }: ExploreView): string {
  const forecast = slice ? `as it was forecast ${sliceLabel(slice)}, with the actual values, ` : '';
  if (asOf) return `${forecast}as it was known at ${asOf}`;
  return `${forecast}from ${from || 'its first value'} to ${to || 'its last'}`;
}

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function NameField({ value, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Name in your list of links</label>
      <input
        id={id}
        maxLength={80}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
