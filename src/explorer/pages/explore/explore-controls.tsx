// From, To, resolution, presets and zone: everything that decides which values are shown.

import { ApiError } from '#client/api-error';
import type { SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { Resolution } from '#core/time/resolution';
import { CompleteSwitch } from '#explorer/parts/complete-switch.tsx';
import { RangeFields } from '#explorer/parts/dates/range-fields.tsx';
import { RangePresets } from '#explorer/parts/dates/range-presets.tsx';
import { ResolutionSelect } from '#explorer/parts/resolution-select.tsx';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { observedUntilOf } from '#explorer/series/periods.ts';
import { faultOfOrder, readMoment } from '#explorer/series/read-moment.ts';
import { readResolution } from '#explorer/series/resolution-options.ts';
import { stepMsOf } from '#explorer/series/series-facts.ts';
import { isForecast } from '#explorer/series/stats.ts';
import { formatCount } from '#explorer/series/value-text.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import type { ExploreView } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

interface ExploreControlsProps {
  readonly view: ExploreView;
  readonly now: Instant;
  readonly extent: SeriesExtent | undefined;
  readonly native: Resolution | undefined;
  /** The answer shown; undefined if none is, or if it belongs to another request. */
  readonly answer: SeriesColumns | undefined;
  /** Why none is shown. The server may name a field. */
  readonly error: Error | undefined;
}

export function ExploreControls({
  view,
  now,
  extent,
  native,
  answer,
  error,
}: ExploreControlsProps) {
  const about = useAbout();
  const context = { now, market: marketZoneOf(about), shown: shownZone(about, view.zone), extent };
  const orderFault = faultOfOrder(
    readMoment(view.from, 'from', context),
    readMoment(view.to, 'to', context),
  );
  const faultOf = (field: string): string | undefined =>
    error instanceof ApiError
      ? error.fields.find((fault) => fault.field === field)?.message
      : undefined;
  const change = (part: Partial<ExploreView>): void => show({ ...view, ...part });
  const replace = (part: Partial<ExploreView>): void =>
    show({ ...view, ...part }, { replace: true });
  return (
    <div className="explore-controls">
      <RangeFields
        range={view}
        context={context}
        stepMs={stepMsOf(answer)}
        fromFault={orderFault ?? faultOf('from')}
        toFault={faultOf('to')}
        onApply={replace}
        onRange={({ from, to }) => change({ from, to })}
      />
      <ResolutionSelect
        value={view.resolution}
        blocks={about.blocks}
        native={native}
        note={answer ? pointsText(answer) : ''}
        fault={faultOf('resolution')}
        onChoose={(resolution) => change({ resolution })}
      />
      {(view.complete || readResolution(view.resolution) !== 'native') && (
        <CompleteSwitch
          isOn={view.complete === true}
          onChoose={(complete) => change({ complete })}
        />
      )}
      <ZoneChoice zone={view.zone} onChoose={(zone) => replace({ zone })} />
      <RangePresets range={view} onChoose={change} />
    </div>
  );
}

/** Writes `mean of 09-20 · 21 values, 7 forecast`. */
function pointsText(answer: SeriesColumns): string {
  const { times, aggregation, hours } = answer;
  const observedUntil = observedUntilOf(answer);
  const firstForecast = times.findIndex((time) => isForecast(time, observedUntil));
  const forecast = firstForecast === -1 ? 0 : times.length - firstForecast;
  const how = aggregation === 'None' ? 'as stored' : hours ? `mean of ${hours}` : 'mean';
  const points = `${formatCount(times.length)} ${times.length === 1 ? 'value' : 'values'}`;
  return `${how} · ${points}${forecast > 0 ? `, ${formatCount(forecast)} forecast` : ''}`;
}
