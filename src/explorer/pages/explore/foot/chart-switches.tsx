// The switches under the chart: how its values are drawn. The address keeps them.

import { useMemo } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { StraightSwitch } from '#explorer/parts/switches/straight-switch.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { ExploreView } from '#view/address/explore-address';

interface ChartSwitchesProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  /** What the bands are called; undefined if the forecast part has none. */
  readonly bands: string | undefined;
}

export function ChartSwitches({ view, answer, bands }: ChartSwitchesProps) {
  const { zero, log, area } = view;
  const isPositive = useMemo(() => isAboveZero(answer), [answer]);
  const look = (
    title: string,
    hint: string,
    isOn: boolean,
    next: Partial<ExploreView>,
    isDisabled = false,
  ) => (
    <button
      type="button"
      aria-pressed={isOn}
      title={hint}
      disabled={isDisabled}
      onClick={() => show({ ...view, ...next }, { replace: true })}
    >
      {title}
    </button>
  );
  return (
    <div className="chart-switches">
      {look('axis from 0', 'Whether the value axis includes zero', zero === true, {
        zero: zero ? undefined : true,
        log: undefined,
      })}
      {look(
        'log axis',
        isPositive || log ? 'Equal distances are equal ratios' : 'Only for values above zero',
        log === true,
        { log: log ? undefined : true, zero: undefined, area: undefined },
        !isPositive && !log,
      )}
      {look('area', 'Fill the space between the line and zero', area === true, {
        area: area ? undefined : true,
        log: undefined,
      })}
      <StraightSwitch view={view} />
      {(bands !== undefined || view.bands) &&
        look('bands', `The ${bands ?? 'band'} of the forecast`, !view.bands, {
          bands: view.bands ? undefined : 'off',
        })}
    </div>
  );
}

/** Values at or below zero cannot be on a logarithmic axis. */
const isAboveZero = ({ values }: SeriesColumns): boolean =>
  values.every((value) => value === null || value > 0);
