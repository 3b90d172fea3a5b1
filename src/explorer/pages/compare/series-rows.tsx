// The compared series: the name of each, its shift, and the fault if it could not be loaded.

import { ApiError } from '#client/api-error';
import { LineSample } from '#explorer/pages/compare/lines/line-sample.tsx';
import type { Slot } from '#explorer/pages/compare/lines/slots.ts';
import type { LineState } from '#explorer/pages/compare/lines/use-lines.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { nearestNamed } from '#explorer/series/read-refusal.ts';
import { resolutionText } from '#explorer/series/resolution-text.ts';
import { canRetry } from '#explorer/state/retry-delay.ts';
import type { CompareView } from '#view/address/address';
import { shiftChoices, shiftTitle } from '#view/compare/shift-choices';
import { resolutionOfLine } from '#view/compare/shown-line';

interface SeriesRowsProps {
  readonly view: CompareView;
  readonly slots: readonly Slot[];
  readonly lines: readonly LineState[];
  readonly onShift: (index: number, days: number) => void;
  /** Puts another series in a row's place. */
  readonly onReplace: (index: number, seriesId: string) => void;
  readonly onRemove: (index: number) => void;
  readonly onRetry: (slotId: string) => void;
}

export function SeriesRows(props: SeriesRowsProps) {
  if (props.slots.length === 0) return null;
  return (
    <ol className="compare-rows" aria-label="Compared series">
      {props.slots.map((slot, index) => (
        <SeriesRow
          key={slot.id}
          view={props.view}
          slot={slot}
          style={index}
          state={props.lines[index]!}
          onShift={(days) => props.onShift(index, days)}
          onReplace={(seriesId) => props.onReplace(index, seriesId)}
          onRemove={() => props.onRemove(index)}
          onRetry={() => props.onRetry(slot.id)}
        />
      ))}
    </ol>
  );
}

interface SeriesRowProps {
  readonly view: CompareView;
  readonly slot: Slot;
  readonly style: number;
  readonly state: LineState;
  readonly onShift: (days: number) => void;
  readonly onReplace: (seriesId: string) => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

function SeriesRow(props: SeriesRowProps) {
  const { view, slot, style, state, onShift, onRemove } = props;
  const { seriesId, shiftDays } = slot;
  const { from, to, resolution, zone } = view;
  const { line, error, isLoading } = state;
  return (
    <li className="compare-row" aria-busy={isLoading}>
      <LineSample style={style} />
      <div className="compare-name">
        <p>{line ? line.answer.description : seriesId}</p>
        <p className="small dim">
          <ViewLink
            className="mono"
            to={{ page: 'explore', seriesId, tab: 'chart', from, to, resolution, zone }}
          >
            {seriesId}
          </ViewLink>
          {line && ` · ${line.answer.unit} · ${resolutionText(resolutionOfLine(line))}`}
          {isLoading && ' · loading…'}
          {line && !isLoading && line.times.length === 0 && ' · no values in this span'}
        </p>
        {error && <RowError error={error} onReplace={props.onReplace} onRetry={props.onRetry} />}
      </div>
      <select
        aria-label={`Shift of ${seriesId}`}
        title={
          shiftDays === 0 ? undefined : `The values of ${shiftTitle(shiftDays)} on these dates`
        }
        value={shiftDays}
        onChange={(event) => onShift(Number(event.target.value))}
      >
        {shiftChoices(shiftDays).map(({ days, title }) => (
          <option key={days} value={days}>
            {title}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button quiet compare-remove"
        aria-label={`Remove ${seriesId}`}
        title="Remove"
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  );
}

interface RowErrorProps {
  readonly error: Error;
  readonly onReplace: (seriesId: string) => void;
  readonly onRetry: () => void;
}

function RowError({ error, onReplace, onRetry }: RowErrorProps) {
  const status = error instanceof ApiError ? error.status : 0;
  const nearest = nearestNamed(error.message);
  const requestId = error instanceof ApiError && status >= 500 ? error.requestId : undefined;
  return (
    <p className="compare-fault small" role="alert">
      {status === 403 && 'Outside your plan: '}
      {error.message}
      {requestId && ` (request id ${requestId})`}{' '}
      {nearest !== undefined && (
        <button type="button" className="button compare-retry" onClick={() => onReplace(nearest)}>
          Use {nearest}
        </button>
      )}
      {canRetry(error) && (
        <button type="button" className="button compare-retry" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}
