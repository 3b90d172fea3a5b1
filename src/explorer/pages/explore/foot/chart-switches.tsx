// The switches under the chart: how its values are drawn. The address keeps them.

import { useEffect, useState } from 'react';
import { show } from '#explorer/state/navigation.ts';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/pages/explore/foot/chart-switches.css';

type Looks = typeof import('#explorer/pages/explore/chart-looks.ts');

/** What draws a chosen look; undefined until it is loaded, or if none is chosen. */
export function useLooks({ log, area }: ExploreView): Looks | undefined {
  const [looks, setLooks] = useState<Looks>();
  const isWanted = log || area;
  useEffect(() => {
    if (isWanted) import('#explorer/pages/explore/chart-looks.ts').then(setLooks, () => {});
  }, [isWanted]);
  return isWanted && looks;
}

interface ChartSwitchesProps {
  readonly view: ExploreView;
  /** Whether every value is above zero: others have no place on a logarithmic axis. */
  readonly isPositive: boolean;
}

export function ChartSwitches({ view, isPositive }: ChartSwitchesProps) {
  const { zero, log, area } = view;
  const look = (
    title: string,
    hint: string,
    isOn: true | undefined,
    next: Partial<ExploreView>,
    isDisabled = false,
  ) => (
    <button
      type="button"
      aria-pressed={isOn === true}
      title={hint}
      disabled={isDisabled}
      onClick={() => show({ ...view, ...next }, { replace: true })}
    >
      {title}
    </button>
  );
  return (
    <div className="chart-switches">
      {look('axis from 0', 'Whether the value axis includes zero', zero, {
        zero: zero ? undefined : true,
        log: undefined,
      })}
      {look(
        'log axis',
        isPositive || log ? 'Equal distances are equal ratios' : 'Only for values above zero',
        log,
        { log: log ? undefined : true, zero: undefined, area: undefined },
        !isPositive && !log,
      )}
      {look('area', 'Fill the space between the line and zero', area, {
        area: area ? undefined : true,
        log: undefined,
      })}
    </div>
  );
}
