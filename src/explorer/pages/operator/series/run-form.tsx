// Writing a forecast run: its source, its times, and values that are typed or pasted.

import { type FormEvent, useState } from 'react';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { readRunValues } from '#explorer/pages/operator/series/run-values.ts';
import { formatCount } from '#view/values/value-text';

const EMPTY = { source: '', analyzedTime: '', start: '', values: '' };

interface RunFormProps {
  readonly code: string;
  readonly onWritten: () => void;
}

export function RunForm({ code, onWritten }: RunFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [written, setWritten] = useState('');
  const action = useAction();
  const values = readRunValues(draft.values);
  const isReady = typeof values !== 'string' && values.length > 0;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    const { source, analyzedTime, start } = draft;
    action.run(async () => {
      const { entry, ...counts } = await operator.addRun(code, {
        ...{ source, analyzedTime, start, values },
      });
      setWritten(
        `Entry ${entry}: ${counts.new} new, ${counts.changed} replaced, ${counts.same} the same.`,
      );
      setDraft(EMPTY);
    }, onWritten);
  };
  const setField = (name: keyof typeof EMPTY) => (text: string) => {
    setWritten('');
    setDraft({ ...draft, [name]: text });
  };
  return (
    <form className="operator-form" aria-label="Write a run" onSubmit={onSubmit}>
      <h3>Write a run</h3>
      <div className="operator-fields">
        <TextField label="Source" value={draft.source} onChange={setField('source')} />
        <TextField
          label="Issued, such as 2026-11-13T06:00Z"
          value={draft.analyzedTime}
          onChange={setField('analyzedTime')}
        />
        <TextField
          label="Time of the first value"
          value={draft.start}
          onChange={setField('start')}
        />
      </div>
      <ValuesField value={draft.values} onChange={setField('values')} />
      <p className="dim small" role="status">
        {written || (typeof values === 'string' ? values : `${formatCount(values.length)} values`)}
      </p>
      <RefusedWrite error={action.error} />
      <div className="operator-actions">
        <button type="submit" className="button" disabled={!isReady || action.isBusy}>
          Write the run
        </button>
      </div>
    </form>
  );
}

interface ValuesFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function ValuesField({ value, onChange }: ValuesFieldProps) {
  return (
    <div className="field">
      <label htmlFor="run-values">Values, one after another; a dash is a gap</label>
      <textarea
        id="run-values"
        rows={4}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
