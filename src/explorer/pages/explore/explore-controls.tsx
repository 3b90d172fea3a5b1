// From, To, resolution, presets and zone: everything that decides which values are shown.

import { Suspense } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { SeriesExtent } from '#core/time/moment';
import type { Resolution } from '#core/time/resolution';
import { CurrencySelect } from '#explorer/pages/explore/currency-select.tsx';
import { RangeFields } from '#explorer/parts/dates/range-fields.tsx';
import { RangePresets } from '#explorer/parts/dates/range-presets.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { ResolutionSelect } from '#explorer/parts/resolution-select.tsx';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { faultOfField } from '#explorer/series/field-fault.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import type { ExploreView } from '#view/address/explore-address';
import { readResolution } from '#view/address/resolution-options';
import { clockText } from '#view/values/block-text';
import { observedUntilOf } from '#view/values/periods';
import { faultOfOrder, readMoment } from '#view/values/read-moment';
import { stepMsOf } from '#view/values/series-facts';
import { isForecast } from '#view/values/stats';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/explore/explore-controls.css';

/** Values as stored need none of them. */
const ReducedFields = lazyPart(() =>
  import('#explorer/pages/explore/reduced-fields.tsx').then((module) => module.ReducedFields),
);

interface ExploreControlsProps {
  readonly view: ExploreView;
  readonly now: Instant;
  readonly extent: SeriesExtent | undefined;
  readonly native: Resolution | undefined;
  readonly record: MetadataRecord | undefined;
  /** The answer shown; undefined if none is, or if it belongs to another request. */
  readonly answer: SeriesColumns | undefined;
  /** Why none is shown. The server may name a field. */
  readonly error: Error | undefined;
  /** Called with the fault of what is typed into From and To but not applied; undefined if it has none. */
  readonly onDraftFault: (fault: string | undefined) => void;
}

export function ExploreControls(props: ExploreControlsProps) {
  const { view, now, extent, native, record, answer, error, onDraftFault } = props;
  const about = useAbout();
  const context = { now, market: marketZoneOf(about), shown: shownZone(about, view.zone), extent };
  const orderFault = faultOfOrder(
    readMoment(view.from, 'from', context),
    readMoment(view.to, 'to', context),
  );
  const faultOf = (field: string): string | undefined => faultOfField(error, field);
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
        onDraftFault={onDraftFault}
      />
      <ResolutionSelect
        value={view.resolution}
        blocks={about.blocks}
        native={native}
        note={answer ? pointsText(answer) : ''}
        fault={faultOf('resolution')}
        onChoose={(resolution) => change({ resolution })}
      />
      <CurrencySelect
        record={record}
        value={view.currency}
        fault={faultOf('currency')}
        onChoose={(currency) => change({ currency })}
      />
      {(view.complete || readResolution(view.resolution) !== 'native') && (
        <Suspense fallback={null}>
          <ReducedFields
            view={view}
            native={native}
            fault={faultOf('aggregation')}
            onChange={change}
          />
        </Suspense>
      )}
      <ZoneChoice zone={view.zone} onChoose={(zone) => replace({ zone })} />
      <RangePresets range={view} onChoose={change} />
    </div>
  );
}

const AGGREGATED: Readonly<Record<string, string>> = {
  Average: 'mean',
  Sum: 'sum',
  Min: 'min',
  Max: 'max',
  Count: 'count',
};

/** Writes `mean of 09:00–20:00 · 21 values, 7 forecast`. */
function pointsText(answer: SeriesColumns): string {
  const { times, aggregation, hours } = answer;
  const observedUntil = observedUntilOf(answer);
  const firstForecast = times.findIndex((time) => isForecast(time, observedUntil));
  const forecast = firstForecast === -1 ? 0 : times.length - firstForecast;
  const name = AGGREGATED[aggregation];
  const how = name === undefined ? 'as stored' : hours ? `${name} of ${clockText(hours)}` : name;
  const points = `${formatCount(times.length)} ${times.length === 1 ? 'value' : 'values'}`;
  return `${how} · ${points}${forecast > 0 ? `, ${formatCount(forecast)} forecast` : ''}`;
}
