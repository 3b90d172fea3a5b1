// The newest run of an area beside the actual values, or the figures of its next delivery day.

import { SECOND_MS } from '#core/time/instant';
import { forecastFigures } from '#explorer/pages/boards/panels/forecast-figures.ts';
import { PanelContent } from '#explorer/pages/boards/panels/panel-content.tsx';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { FigureList } from '#explorer/pages/boards/parts/figure-list.tsx';
import { nameOf } from '#explorer/pages/forecasts/area-head.tsx';
import { RunChart } from '#explorer/pages/forecasts/runs/run-chart.tsx';
import { useAreaForecast } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import '#explorer/pages/forecasts/runs/runs.css';

export function ForecastsPanel({ view, part }: PanelProps<ForecastsView>) {
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, view.zone);
  const { show } = useViewScope();
  const {
    index,
    forecast,
    delivery,
    beside = [],
    error,
    lastError,
    isStale,
    retry,
  } = useAreaForecast(view, now);
  const hasNone = index !== undefined && !isStale && !forecast;
  const data = forecast && delivery ? { forecast, delivery } : undefined;
  if (hasNone && !error) return <p className="notice">No model run of this exists.</p>;
  return (
    <PanelContent loaded={{ data, error, lastError, isLoading: isStale, retry }}>
      {(shown) =>
        part === 'figures' ? (
          <FigureList
            label={`Figures in ${shown.forecast.series?.unit ?? ''}`}
            figures={forecastFigures(shown.forecast, shown.delivery, zone, now)}
          />
        ) : (
          <RunChart
            title={`${nameOf(shown.forecast)}, model runs and actual`}
            forecast={shown.forecast}
            beside={beside}
            zone={zone}
            now={now / SECOND_MS}
            showsBands={view.bands}
            onShowBands={(bands) => show({ ...view, bands })}
            // The hour across runs is a part of the page, not of the panel.
            onPick={() => {}}
          />
        )
      }
    </PanelContent>
  );
}
