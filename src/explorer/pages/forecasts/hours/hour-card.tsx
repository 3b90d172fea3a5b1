// One delivery hour across all runs: how the forecast of it changed from issue to issue.

import { HourChart } from '#explorer/pages/forecasts/hours/hour-chart.tsx';
import { HourFields, type HourFieldsProps } from '#explorer/pages/forecasts/hours/hour-fields.tsx';
import '#explorer/pages/forecasts/hours/hours.css';

interface HourCardProps extends HourFieldsProps {
  /** The other sources whose runs are followed beside. */
  readonly beside: readonly string[];
}

export function HourCard(props: HourCardProps) {
  const { forecast, beside, hour, delivery, zone, now, onChoose } = props;
  return (
    <section className="card forecasts-hour" aria-labelledby="hour-title">
      <h2 id="hour-title">One delivery hour across all runs of {forecast.source}</h2>
      <HourFields {...{ forecast, hour, delivery, zone, now, onChoose }} />
      {hour === undefined ? (
        <p className="dim">
          Click an hour in the chart (or press Enter there), or choose one here, to see each run’s
          forecast of it.
        </p>
      ) : (
        <HourChart index={forecast} beside={beside} hour={hour} zone={zone} now={now} />
      )}
    </section>
  );
}
