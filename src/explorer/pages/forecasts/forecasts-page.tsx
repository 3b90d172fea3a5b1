// Forecasts: every area at a glance, then one area's runs beside the actual values.

import { CATEGORIES, findCategory } from '#core/market/categories';
import { AreaPart } from '#explorer/pages/forecasts/area-part.tsx';
import { OverviewCard } from '#explorer/pages/forecasts/overview/overview-card.tsx';
import { StatusNotice } from '#explorer/pages/forecasts/status-notice.tsx';
import { useForecastStatus } from '#explorer/pages/forecasts/use-forecast-status.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { shownZone, useAbout } from '#explorer/state/about.ts';
import type { ForecastsView } from '#explorer/state/address.ts';
import { linkTo, show } from '#explorer/state/navigation.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import '#explorer/pages/forecasts/forecasts.css';

const SHORT_TITLES: Readonly<Record<string, string>> = { hrprice: 'Price' };
const CATEGORY_CHOICES = CATEGORIES.map(({ name, description }) => ({
  value: name,
  title: SHORT_TITLES[name] ?? description,
  hint: description,
}));

export function ForecastsPage({ view: given }: { view: ForecastsView }) {
  usePageTitle(`Forecasts ${given.area}`);
  const category = findCategory(given.category)?.name;
  const view = category === undefined ? given : { ...given, category };
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, view.zone);
  const status = useForecastStatus(now);
  return (
    <div className="forecasts">
      <div className="forecasts-top">
        <section className="card forecasts-head">
          <h1>Forecasts</h1>
          <ChoiceField
            label="Category"
            options={CATEGORY_CHOICES}
            value={category}
            onChoose={(next) => show({ ...view, category: next })}
          />
          <ZoneChoice zone={view.zone} onChoose={(zone) => show({ ...view, zone })} />
          <CopyButton title="Copy link" text={() => linkTo(view)} />
        </section>
        <StatusNotice status={status} zone={zone} />
      </div>
      <OverviewCard view={view} now={now} onChoose={(area) => show({ ...view, area, run: '' })} />
      <AreaPart view={view} zone={zone} now={now} status={status} />
    </div>
  );
}
