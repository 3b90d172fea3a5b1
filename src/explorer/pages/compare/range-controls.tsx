// The span, resolution and zone that all compared series share.

import { HOUR_MS, type Instant } from '#core/time/instant';
import { CompleteSwitch } from '#explorer/parts/complete-switch.tsx';
import { RangeFields } from '#explorer/parts/dates/range-fields.tsx';
import { RangePresets } from '#explorer/parts/dates/range-presets.tsx';
import { ResolutionSelect } from '#explorer/parts/resolution-select.tsx';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import type { CompareView } from '#view/address/address';
import type { RangeChoice } from '#view/address/range-address';
import { readResolution } from '#view/address/resolution-options';
import { faultOfOrder, readMoment } from '#view/values/read-moment';

export function RangeControls({ view, now }: { view: CompareView; now: Instant }) {
  const about = useAbout();
  const context = { now, market: marketZoneOf(about), shown: shownZone(about, view.zone) };
  const change = (part: Partial<RangeChoice>): void => show({ ...view, ...part });
  const fault = faultOfOrder(
    readMoment(view.from, 'from', context),
    readMoment(view.to, 'to', context),
  );
  return (
    <div className="compare-controls">
      <RangeFields
        range={view}
        context={context}
        stepMs={HOUR_MS}
        fromFault={fault}
        onApply={change}
        onRange={({ from, to }) => change({ from, to })}
      />
      <ResolutionSelect
        value={view.resolution}
        blocks={about.blocks}
        onChoose={(resolution) => change({ resolution })}
      />
      {(view.complete || readResolution(view.resolution) !== 'native') && (
        <CompleteSwitch
          isOn={view.complete === true}
          onChoose={(complete) => change({ complete })}
        />
      )}
      <RangePresets range={view} onChoose={change} />
      <ZoneChoice zone={view.zone} onChoose={(zone) => change({ zone })} />
    </div>
  );
}
