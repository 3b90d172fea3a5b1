// Forecasts: every area at a glance, then one area's runs beside the actual values.

import { useMemo } from 'react';
import { AREAS } from '#core/market/areas';
import { CATEGORIES, findCategory } from '#core/market/categories';
import { ComparisonPart, RunsPart } from '#explorer/pages/forecasts/area-part.tsx';
import { OverviewCard } from '#explorer/pages/forecasts/overview/overview-card.tsx';
import { useAreaForecast } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { StatusNotice } from '#explorer/pages/forecasts/status-notice.tsx';
import { useForecastStatus } from '#explorer/pages/forecasts/use-forecast-status.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { SaveButton } from '#explorer/parts/kept/save-button.tsx';
import { ControlSheet } from '#explorer/parts/sheet/control-sheet.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { shownZone, useAbout } from '#explorer/state/about.ts';
import { LiveScope } from '#explorer/state/live-scope.tsx';
import { linkTo, show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { StartView } from '#view/address/address';
import type { ForecastsView } from '#view/address/forecasts-address';
import '#explorer/pages/forecasts/forecasts.css';

const SHORT_TITLES: Readonly<Record<string, string>> = { hrprice: 'Price' };
const CATEGORY_CHOICES = CATEGORIES.map(({ name, description }) => ({
  value: name,
  title: SHORT_TITLES[name] ?? description,
  hint: description,
}));

const AREA_CHOICES = AREAS.map(({ code, description }) => ({
  value: code,
  title: `${code} ${description}`,
}));

export function ForecastsPage({ view: given }: { view: ForecastsView }) {
  usePageTitle(`Forecasts ${given.area}`);
  const category = findCategory(given.category)?.name;
  const view = category === undefined ? given : { ...given, category };
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, view.zone);
  const status = useForecastStatus(now);
  const state = useAreaForecast(view, now);
  // The overview asks again for a change of any area, as the start page does.
  const allAreas = useMemo(
    (): StartView => ({ page: 'start', category: view.category }),
    [view.category],
  );
  const chooseArea = (area: string): void => show({ ...view, area, run: '' });
  return (
    <div className="forecasts">
      <div className="forecasts-top">
        <section className="card forecasts-head">
          <h1>Forecasts</h1>
          <ControlSheet title="Area and category" summary={summaryOf(view)}>
            <div className="forecasts-controls">
              <AreaSelect area={view.area} onChoose={chooseArea} />
              <ChoiceField
                label="Category"
                options={CATEGORY_CHOICES}
                value={category}
                onChoose={(next) => show({ ...view, category: next })}
              />
              <ZoneChoice zone={view.zone} onChoose={(zone) => show({ ...view, zone })} />
            </div>
          </ControlSheet>
          <div className="forecasts-actions">
            <SaveButton />
            <CopyButton title="Copy link" text={() => linkTo(view)} />
          </div>
        </section>
        <StatusNotice status={status} zone={zone} />
      </div>
      <RunsPart {...{ view, state, zone, now, status }} />
      <LiveScope view={allAreas}>
        <OverviewCard view={view} now={now} onChoose={chooseArea} />
      </LiveScope>
      <ComparisonPart {...{ view, state, zone, now }} />
    </div>
  );
}

/** Writes `DE Germany · Price`: what the controls have chosen. */
function summaryOf({ area, category }: ForecastsView): string {
  const title = AREA_CHOICES.find(({ value }) => value === area)?.title ?? area;
  const what = CATEGORY_CHOICES.find(({ value }) => value === category)?.title ?? category;
  return `${title} · ${what}`;
}

interface AreaSelectProps {
  readonly area: string;
  readonly onChoose: (area: string) => void;
}

/** The areas as a list: the tiles are further down on a small screen. */
const AreaSelect = ({ area, onChoose }: AreaSelectProps) => (
  <SelectField label="Area" value={area} options={AREA_CHOICES} onChoose={onChoose}>
    {!AREAS.some(({ code }) => code === area) && <option value={area}>{area}</option>}
  </SelectField>
);
