// The zone in which times are shown: the market's or UTC. Spans and days are always the market's.

import { ChoiceField } from '#explorer/parts/choices.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { setPreference } from '#explorer/state/preferences.ts';
import type { TimeZoneChoice } from '#view/address/range-address';
import { zoneLabel } from '#view/values/time-text';

interface ZoneChoiceProps {
  readonly zone: TimeZoneChoice;
  readonly onChoose: (zone: TimeZoneChoice) => void;
}

export function ZoneChoice({ zone, onChoose }: ZoneChoiceProps) {
  const market = marketZoneOf(useAbout());
  return (
    <ChoiceField
      label="Time zone"
      options={[
        { value: 'market', title: zoneLabel(market), hint: `${market.name}, the market’s time` },
        { value: 'utc', title: 'UTC' },
      ]}
      value={zone}
      onChoose={(chosen) => {
        // Views whose address names no zone follow the last choice.
        setPreference('zone', chosen);
        onChoose(chosen);
      }}
    />
  );
}
