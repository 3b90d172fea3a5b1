// Which forecasts are laid over the values: how far ahead, issued before when, by which source. Beside it
// stands how far they missed.

import { type KeyboardEvent, useId, useState } from 'react';
import type { SourcesAnswer } from '#contract/slices';
import { errorText } from '#explorer/pages/explore/slice/slice-error.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { show } from '#explorer/state/navigation.ts';
import { client } from '#explorer/state/session.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView, SliceChoice } from '#view/address/address';
import { leadText, type Slice } from '#view/values/slice';
import '#explorer/pages/explore/slice/slice-controls.css';

interface SliceControlsProps {
  readonly view: ExploreView;
  readonly slice: SliceChoice;
  readonly loaded: Loaded<Slice>;
}

const LEADS = ['0d', '1d', '2d', '3d', '5d', '7d', '1h', '6h', '12h', '24h', '48h'];

export function SliceControls({ view, slice, loaded }: SliceControlsProps) {
  const id = useId();
  const sources = useSources(view.seriesId);
  const change = (part: Partial<SliceChoice>): void =>
    show({ ...view, slice: { ...slice, ...part } }, { replace: true });
  const { data, error, isLoading, retry } = loaded;
  return (
    <section className="slice-controls" aria-label="As forecast">
      <Choice
        id={`${id}-ahead`}
        label="As forecast"
        value={slice.ahead}
        options={LEADS}
        textOf={leadText}
        onChoose={(ahead) => change({ ahead })}
      />
      <BeforeField
        key={slice.before}
        id={`${id}-before`}
        value={slice.before}
        onApply={(before) => change({ before })}
      />
      <Choice
        id={`${id}-source`}
        label="Source"
        value={slice.source}
        options={['', ...sources]}
        textOf={(source) => source || 'any, by the order of sources'}
        onChoose={(source) => change({ source })}
      />
      <button type="button" className="button" onClick={() => show({ ...view, slice: undefined })}>
        Remove
      </button>
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : (
        <p className="slice-error small" role="status" aria-busy={isLoading}>
          {data ? errorText(data) : 'Loading…'}
        </p>
      )}
    </section>
  );
}

/** The names of the series' sources, the preferred one first. */
function useSources(seriesId: string): readonly string[] {
  const { data } = useRequest(seriesId, (signal) => {
    const path = `/api/v1/forecasts/${encodeURIComponent(seriesId)}/sources`;
    return client.transport.json<SourcesAnswer>('GET', path, { signal });
  });
  return data?.seriesId === seriesId ? data.sources.map(({ source }) => source) : [];
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly textOf: (option: string) => string;
  readonly onChoose: (option: string) => void;
}

function Choice({ id, label, value, options, textOf, onChoose }: ChoiceProps) {
  const all = options.includes(value) ? options : [...options, value];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {all.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d|24:00)?$/;

interface BeforeFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onApply: (before: string) => void;
}

/** A time of day, or empty for any. Enter, or leaving the field, applies it. */
function BeforeField({ id, value, onApply }: BeforeFieldProps) {
  const [draft, setDraft] = useState(value);
  const isValid = TIME_OF_DAY.test(draft.trim());
  const apply = (): void => {
    if (isValid && draft.trim() !== value) onApply(draft.trim());
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') apply();
    else if (key === 'Escape') setDraft(value);
  };
  return (
    <div className="field">
      <label htmlFor={id}>Issued before</label>
      <input
        id={id}
        className="mono"
        size={8}
        value={draft}
        placeholder="any time"
        autoComplete="off"
        aria-invalid={!isValid}
        title="A time of day in the market’s zone, such as 12:00; empty is any"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={apply}
      />
    </div>
  );
}
