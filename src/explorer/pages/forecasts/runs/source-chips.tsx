// The sources of a series' runs: one is chosen, others can be laid beside it.

import type { BesideRun } from '#explorer/pages/forecasts/runs/load-beside.ts';
import type { RunIndex } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { Chips } from '#explorer/parts/chips/chips.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import { formatCount } from '#view/values/value-text';

interface SourceChipsProps {
  readonly view: ForecastsView;
  readonly index: RunIndex;
  readonly beside: readonly BesideRun[];
}

export function SourceChips({
  view,
  index: { source: chosen, sources },
  beside,
}: SourceChipsProps) {
  if (sources.length === 0) return null;
  const others = sources.filter(({ source }) => source !== chosen);
  const toggle = (source: string): void => {
    const without = view.beside.filter((one) => one !== source);
    const isShown = without.length < view.beside.length;
    show({ ...view, beside: isShown ? without : [...view.beside, source] });
  };
  const choose = (source: string): void =>
    show({ ...view, source, run: '', beside: view.beside.filter((one) => one !== source) });
  const missing = beside.filter(({ run }) => run === undefined).map(({ source }) => source);
  return (
    <div className="chips">
      <Chips
        title="Source"
        chips={sources.map(({ source, runs }) => ({
          name: source,
          hint: `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}`,
          isPressed: source === chosen,
        }))}
        onPress={choose}
      />
      {others.length > 0 && (
        <Chips
          title="Beside it"
          chips={others.map(({ source }) => ({
            name: source,
            hint: `Draw the run of ${source} as a line of its own`,
            isPressed: view.beside.includes(source),
          }))}
          onPress={toggle}
        />
      )}
      {missing.length > 0 && (
        <p className="small dim">
          {missing.join(', ')}: no run at or before the chosen one, or none that covers these days.
        </p>
      )}
    </div>
  );
}
