// The form that makes an alert. What it would have done is shown on request, before it is made.

import { type FormEvent, useId, useState } from 'react';
import type { AlertsClient } from '#client/alerts-client';
import type { TryAnswer } from '#contract/alerts';
import { TriedFirings } from '#explorer/pages/alerts/tried-firings.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { dropRefusedSession } from '#explorer/state/session.ts';

interface NewAlertProps {
  readonly alerts: AlertsClient;
  readonly isForOperators: boolean;
  readonly sendsMail: boolean;
  readonly onMade: () => void;
}

const EXAMPLES = [
  'dehrprice < 0 for 2h within tomorrow',
  'jump of dehrprice > 20 between runs',
  'de* late',
  'gap in dehrprice within 7 days',
];

export function NewAlert({ alerts, isForOperators, sendsMail, onMade }: NewAlertProps) {
  const form = useAlertForm(alerts, onMade);
  const { draft, set, tried, fault, said, isBusy } = form;
  const id = useId();
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{isForOperators ? 'New alert of the operators' : 'New alert'}</h2>
      <form className="alerts-form" onSubmit={form.submit}>
        <Field label="Name" value={draft.name} onChange={(name) => set({ name })} />
        <Field
          label="Condition"
          value={draft.condition}
          placeholder={EXAMPLES[0]!}
          note={`Such as: ${EXAMPLES.join(' · ')}`}
          isCode
          onChange={(condition) => set({ condition })}
        />
        <Field
          label="Wait"
          value={draft.wait}
          placeholder="0"
          note="How long it must hold before the alert fires, such as 15 min"
          onChange={(wait) => set({ wait })}
        />
        <Field
          label="E-mail addresses"
          value={draft.emails}
          placeholder="desk@example.com"
          note={sendsMail ? 'With commas; at most 5' : 'This server sends no e-mail'}
          onChange={(emails) => set({ emails })}
        />
        <div className="alerts-ways">
          <button type="button" className="button" disabled={isBusy} onClick={form.tryIt}>
            Try over the past year
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            Make alert
          </button>
        </div>
      </form>
      {fault && <Problem error={fault} onRetry={form.tryIt} />}
      <p role="status" className="small">
        {said}
      </p>
      {tried && <TriedFirings tried={tried} />}
    </section>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly note?: string;
  readonly isCode?: boolean;
  readonly onChange: (text: string) => void;
}

function Field({ label, value, placeholder, note, isCode, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isCode ? 'mono' : undefined}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      />
      {note !== undefined && (
        <p className="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

const EMPTY = { name: '', condition: '', wait: '', emails: '' };

function useAlertForm(alerts: AlertsClient, onMade: () => void) {
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState<TryAnswer>();
  const [fault, setFault] = useState<Error>();
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      dropRefusedSession(error as Error);
      setFault(error as Error);
    }
    setBusy(false);
  };
  const { name, condition, wait } = draft;
  const emails = draft.emails.split(',').map((email) => email.trim());
  const body = { name, condition, wait, emails: emails.filter((email) => email !== '') };
  return {
    ...{ draft, tried, fault, said, isBusy },
    set: (part: Partial<typeof EMPTY>) => setDraft({ ...draft, ...part }),
    tryIt: () => void act(async () => setTried(await alerts.try({ condition, wait }))),
    submit: (event: FormEvent) => {
      event.preventDefault();
      void act(async () => {
        await alerts.add(body);
        setSaid(`The alert “${name.trim()}” is made. It is judged within seconds.`);
        setDraft(EMPTY);
        setTried(undefined);
        onMade();
      });
    },
  };
}
