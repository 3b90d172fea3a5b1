// Choosing a delivery hour: by day and hour, or the highest and lowest of the day ahead.

import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import {
  deliveryDays,
  extremeHours,
  hoursOfDay,
  sameHourOn,
} from '#explorer/pages/forecasts/hours/delivery-hours.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import type { Delivery } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { shortDay } from '#view/runs/issue-text';
import { formatDay } from '#view/values/time-text';

export interface HourFieldsProps {
  readonly forecast: AreaForecast;
  /** The chosen delivery hour, seconds; undefined if none is chosen. */
  readonly hour: number | undefined;
  readonly delivery: Delivery;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly onChoose: (hour: number | undefined) => void;
}

export function HourFields({ forecast, hour, delivery, zone, now, onChoose }: HourFieldsProps) {
  const days = deliveryDays(...reachOf(forecast, now), hour, zone);
  const chosenDay = hour === undefined ? undefined : zone.dayOf(hour * SECOND_MS);
  const extremes = forecast.chosen && extremeHours(forecast.chosen, delivery.start, delivery.end);
  return (
    <div className="forecasts-hour-fields">
      <SelectField
        label="Day"
        value={String(chosenDay ?? '')}
        options={[
          { value: '', title: 'none' },
          ...days.map((day) => ({ value: String(day), title: formatDay(day) })),
        ]}
        onChoose={(day) =>
          onChoose(day === '' ? undefined : sameHourOn(Number(day), hour ?? delivery.start, zone))
        }
      />
      <SelectField
        label="Hour"
        value={String(hour ?? '')}
        options={
          chosenDay === undefined
            ? [{ value: '', title: '–' }]
            : hoursOfDay(chosenDay, zone).map(({ time, label }) => ({
                value: String(time),
                title: label,
              }))
        }
        isDisabled={chosenDay === undefined}
        onChoose={(time) => onChoose(Number(time))}
      />
      {extremes && (
        <div className="forecasts-extremes">
          <button type="button" className="button" onClick={() => onChoose(extremes.highest)}>
            Highest of {shortDay(delivery.day)}
          </button>
          <button type="button" className="button" onClick={() => onChoose(extremes.lowest)}>
            Lowest
          </button>
        </div>
      )}
    </div>
  );
}

/** The span that the chart of runs covers, seconds. */
function reachOf({ chosen, actuals }: AreaForecast, now: number): [start: number, end: number] {
  const times = [...actuals.times, ...(chosen?.times ?? [])];
  return [Math.min(now, ...times.slice(0, 1)), Math.max(now, ...times.slice(-1)) + 3600];
}
