// What was known at an earlier time: a field for the time, and a slider over the times at which the series changed.

import { useEffect, useId, useState } from 'react';
import { readChangeTimes } from '#client/change-log';
import type { Instant } from '#core/time/instant';
import {
  asOfInstant,
  placeOf,
  readAsOf,
  textOfPlace,
} from '#explorer/pages/explore/known/as-of.ts';
import { TypedField, type TypedReading } from '#explorer/parts/fields/typed-field.tsx';
import { faultOfField } from '#explorer/series/field-fault.ts';
import { show } from '#explorer/state/navigation.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import type { MomentContext } from '#view/values/read-moment';
import { formatAgo, formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/explore/extra-controls.css';
import '#explorer/pages/explore/known/as-of.css';

interface AsOfControlsProps {
  readonly view: ExploreView;
  readonly clock: Pick<MomentContext, 'now' | 'market' | 'shown'>;
  /** Why no values are shown. The server may name the field. */
  readonly error: Error | undefined;
  readonly onClose: () => void;
}

export function AsOfControls({ view, clock, error, onClose }: AsOfControlsProps) {
  const { times, isLoading } = useChangeTimes(view.seriesId);
  const apply = (asOf: string | undefined): void => show({ ...view, asOf }, { replace: true });
  return (
    <section className="extra-controls as-of-controls" aria-label="As of">
      <TypedField
        label="As of"
        value={view.asOf ?? ''}
        read={(text) => readKnown(text, clock)}
        fault={faultOfField(error, 'asOf')}
        placeholder="now"
        size={24}
        hint="A time such as 2026-11-16T10:00, or a date or keyword, which mean their end"
        onApply={(text) => apply(text || undefined)}
      />
      {times.length > 0 ? (
        <AsOfSlider
          times={times}
          asOf={asOfInstant(view.asOf, clock)}
          clock={clock}
          onChoose={(place) => apply(textOfPlace(times, place))}
        />
      ) : (
        <p className="as-of-slider small dim">
          {isLoading ? 'Loading…' : 'No change of this series is recorded.'}
        </p>
      )}
      <button
        type="button"
        className="button"
        onClick={() => {
          onClose();
          apply(undefined);
        }}
      >
        Back to now
      </button>
    </section>
  );
}

/** A time or a keyword, which means its end. Empty, or a time to come, is now. */
function readKnown(text: string, clock: AsOfControlsProps['clock']): TypedReading {
  const reading = readAsOf(text, clock);
  const isNow = text.trim() === '' || (reading.isValid && asOfInstant(text, clock) === undefined);
  return isNow ? { isValid: true, note: 'now: the newest values' } : reading;
}

/** The times of change, oldest first. */
function useChangeTimes(seriesId: string): { times: readonly Instant[]; isLoading: boolean } {
  const { data, isLoading } = useRequest(seriesId, async (signal) => {
    const answer = await readChangeTimes(client.transport, seriesId, {}, { signal });
    return { seriesId, times: answer.times.map((time) => Date.parse(time)).reverse() };
  });
  return { times: data?.seriesId === seriesId ? data.times : [], isLoading };
}

interface AsOfSliderProps {
  readonly times: readonly Instant[];
  readonly asOf: Instant | undefined;
  readonly clock: AsOfControlsProps['clock'];
  readonly onChoose: (place: number) => void;
}

/** One step for each time at which the series changed; the last is now. */
function AsOfSlider({ times, asOf, clock, onChoose }: AsOfSliderProps) {
  const id = useId();
  const applied = placeOf(times, asOf);
  const [place, setPlace] = useState(applied);
  useEffect(() => setPlace(applied), [applied]);
  const time = times[place];
  const text =
    time === undefined
      ? 'now'
      : `${formatMoment(time, clock.shown)}, ${formatAgo(time, clock.now)}`;
  return (
    <div className="field as-of-slider">
      <label htmlFor={id}>
        {formatCount(times.length)} {times.length === 1 ? 'change' : 'changes'} of this series, one
        a step
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={times.length}
        value={place}
        aria-valuetext={text}
        onChange={(event) => {
          const next = Number(event.target.value);
          setPlace(next);
          onChoose(next);
        }}
      />
      <p className="note" aria-hidden="true">
        {text}
      </p>
    </div>
  );
}
