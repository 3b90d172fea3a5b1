// One delivery hour across all runs: how the forecast of it changed from issue to issue.

import type { Zone } from '#core/time/zone';
import { HourChart } from '#explorer/pages/forecasts/hours/hour-chart.tsx';
import { HourFields } from '#explorer/pages/forecasts/hours/hour-fields.tsx';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import type { Delivery } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';

export interface HourCardProps {
  readonly forecast: AreaForecast;
  /** Delivery hour, seconds; undefined is none. */
  readonly hour: number | undefined;
  readonly delivery: Delivery;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly onChoose: (hour: number | undefined) => void;
}

export function HourCard({ forecast, hour, delivery, zone, now, onChoose }: HourCardProps) {
  return (
    <section className="card forecasts-hour" aria-labelledby="hour-title">
      <h2 id="hour-title">One delivery hour across all runs</h2>
      <HourFields {...{ forecast, hour, delivery, zone, now, onChoose }} />
      {hour === undefined ? (
        <p className="dim">
          Click an hour in the chart (or press Enter there), or choose one here, to see what each
          run said of it.
        </p>
      ) : (
        <HourChart index={forecast} hour={hour} zone={zone} now={now} />
      )}
    </section>
  );
}
