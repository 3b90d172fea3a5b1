// Which forecasts are laid over the values: how far ahead, issued before when, by which source. Beside it
// stands how far they missed.

import { errorText } from '#explorer/pages/explore/slice/slice-error.ts';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { TypedField, type TypedReading } from '#explorer/parts/fields/typed-field.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { forecasts } from '#explorer/state/forecasts.ts';
import { show } from '#explorer/state/navigation.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView, SliceChoice } from '#view/address/explore-address';
import { leadText, type Slice } from '#view/values/slice';
import '#explorer/pages/explore/extra-controls.css';
import '#explorer/pages/explore/slice/slice-controls.css';

interface SliceControlsProps {
  readonly view: ExploreView;
  readonly slice: SliceChoice;
  readonly loaded: Loaded<Slice>;
}

const LEADS = ['0d', '1d', '2d', '3d', '5d', '7d', '1h', '6h', '12h', '24h', '48h'];

export function SliceControls({ view, slice, loaded }: SliceControlsProps) {
  const sources = useSources(view.seriesId);
  const change = (part: Partial<SliceChoice>): void =>
    show({ ...view, slice: { ...slice, ...part } }, { replace: true });
  const { data, error, isLoading, retry } = loaded;
  return (
    <section className="extra-controls slice-controls" aria-label="As forecast">
      <SelectField
        label="As forecast"
        value={slice.ahead}
        options={optionsOf([...LEADS, slice.ahead], leadText)}
        onChoose={(ahead) => change({ ahead })}
      />
      <TypedField
        label="Issued before"
        value={slice.before}
        read={readTimeOfDay}
        placeholder="any time"
        size={8}
        hint="A time of day in the market’s zone, such as 12:00; empty is any"
        onApply={(before) => change({ before })}
      />
      <SelectField
        label="Source"
        value={slice.source}
        options={optionsOf(['', ...sources, slice.source], sourceText)}
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
  const { data } = useRequest(seriesId, (signal) => forecasts.sources(seriesId, {}, { signal }));
  return data?.seriesId === seriesId ? data.sources.map(({ source }) => source) : [];
}

/** The chosen value is one of the options, even if it is not offered. */
const optionsOf = (values: readonly string[], titleOf: (value: string) => string) =>
  [...new Set(values)].map((value) => ({ value, title: titleOf(value) }));

const sourceText = (source: string): string => source || 'any, by the order of sources';

const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d|24:00)?$/;

/** A time of day, or empty for any. */
const readTimeOfDay = (text: string): TypedReading =>
  TIME_OF_DAY.test(text.trim())
    ? { isValid: true, note: '' }
    : { isValid: false, note: 'A time such as 12:00' };
