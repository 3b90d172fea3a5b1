// The keys of a user: making one, whose secret is shown once, and revoking one.

import { useState } from 'react';
import type { UserKeyShape } from '#contract/operator-accounts';
import { LastDayField } from '#explorer/pages/account/last-day-field.tsx';
import { AccountDialog } from '#explorer/pages/operator/parts/account-dialog.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

/** Operator keys are made on the command line. */
const ROLES = [
  { value: 'reader', title: 'reading' },
  { value: 'writer', title: 'writing, for a writer' },
  { value: 'auditor', title: 'auditing, for an auditor' },
];

/** The fields of the dialog that makes a key. They stay when it is closed. */
interface KeyDraft {
  readonly name: string;
  readonly role: string;
  readonly patterns: string;
  readonly lastDay: string;
}
const FIRST_DRAFT: KeyDraft = { name: '', role: 'reader', patterns: '', lastDay: '' };

export function KeysCard({ userName }: { readonly userName: string }) {
  const [changes, setChanges] = useState(0);
  const [isMaking, setMaking] = useState(false);
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const [revoking, setRevoking] = useState<string>();
  const [made, setMade] = useState('');
  const { mayOperate } = useRights();
  const keys = useOperatorRequest(`keys ${userName} ${changes}`, (signal) =>
    operator.keysOf(userName, { signal }),
  );
  const { data, error } = keys;
  const close = (isChanged: boolean): void => {
    setMaking(false);
    setRevoking(undefined);
    if (isChanged) setChanges(changes + 1);
  };
  return (
    <section className="card" aria-labelledby="operator-keys">
      <h2 id="operator-keys">Keys of {userName}</h2>
      {error && <Problem error={error} onRetry={keys.retry} />}
      {data ? (
        <KeyRows keys={data} onRevoke={mayOperate ? setRevoking : undefined} />
      ) : (
        !error && <Loading />
      )}
      {made !== '' && (
        <p className="notice">
          The new key, shown only now: <code className="operator-key">{made}</code>{' '}
          <CopyButton title="Copy the key" text={() => made} />
        </p>
      )}
      {mayOperate && (
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => setMaking(true)}>
            Make a key…
          </button>
        </div>
      )}
      {isMaking && (
        <MakeKeyDialog
          userName={userName}
          draft={draft}
          onChange={(part) => setDraft((last) => ({ ...last, ...part }))}
          onMade={setMade}
          onClose={close}
        />
      )}
      {revoking !== undefined && (
        <AccountDialog
          title={`Revoke the key “${revoking}” of ${userName}?`}
          action="Revoke"
          act={(ownPassword) => operator.revokeKey(userName, revoking, ownPassword)}
          onClose={close}
        >
          <p>Programs that use it are refused from then on. This cannot be undone.</p>
        </AccountDialog>
      )}
    </section>
  );
}

interface MakeKeyDialogProps {
  readonly userName: string;
  readonly draft: KeyDraft;
  readonly onChange: (part: Partial<KeyDraft>) => void;
  /** Called with the secret of the new key. */
  readonly onMade: (key: string) => void;
  readonly onClose: (isChanged: boolean) => void;
}

function MakeKeyDialog({ userName, draft, onChange, onMade, onClose }: MakeKeyDialogProps) {
  return (
    <AccountDialog
      title={`Make a key for ${userName}`}
      action="Make"
      act={async (ownPassword) => {
        onMade((await operator.addKey(userName, { ...bodyOf(draft), ownPassword })).key);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name of the key"
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="What it is good for"
        value={draft.role}
        options={ROLES}
        onChoose={(role) => onChange({ role })}
      />
      <TextField
        label="Only these series: patterns, or nothing for all"
        value={draft.patterns}
        onChange={(patterns) => onChange({ patterns })}
      />
      <LastDayField value={draft.lastDay} onChange={(lastDay) => onChange({ lastDay })} />
    </AccountDialog>
  );
}

function bodyOf({ name, role, patterns, lastDay }: KeyDraft) {
  const series = patterns.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return {
    name,
    role,
    ...(series.length === 0 ? {} : { series }),
    ...(lastDay === '' ? {} : { expires: lastDay }),
  };
}

interface KeyRowsProps {
  readonly keys: readonly UserKeyShape[];
  /** Left out for a user who may not. */
  readonly onRevoke: ((name: string) => void) | undefined;
}

function KeyRows({ keys, onRevoke }: KeyRowsProps) {
  const zone = marketZoneOf(useAbout());
  if (keys.length === 0) return <p className="dim">This user has no keys.</p>;
  const moment = (text: string | null): string =>
    text === null ? 'never' : formatMoment(Date.parse(text), zone);
  return (
    <ScrollTable
      label="All keys"
      titles={['Name', 'Series', 'Made', 'Last used', 'Ends']}
      actions={onRevoke && 'Revoke'}
    >
      {keys.map(({ name, role, series, created, lastUsed, expires }) => (
        <tr key={name}>
          <th scope="row">
            {name}
            {role !== 'reader' && ` (${role} key)`}
          </th>
          <td>{series === null ? 'all of the user’s' : series.join(', ')}</td>
          <td>{moment(created)}</td>
          <td>{moment(lastUsed)}</td>
          <td>{moment(expires)}</td>
          {onRevoke && (
            <td>
              <button
                type="button"
                className="button"
                aria-label={`Revoke ${name}`}
                onClick={() => onRevoke(name)}
              >
                Revoke…
              </button>
            </td>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}
