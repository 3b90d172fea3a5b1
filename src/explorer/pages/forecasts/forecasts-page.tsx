// Forecasts: every area at a glance, then one area's runs beside what came to be.

import { CATEGORIES, findCategory } from '#core/categories';
import { AreaPart } from '#explorer/pages/forecasts/area-part.tsx';
import { OverviewCard } from '#explorer/pages/forecasts/overview-card.tsx';
import { Choices } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import type { ForecastsView } from '#explorer/state/address.ts';
import { linkTo, show } from '#explorer/state/navigation.ts';
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
  return (
    <div className="forecasts">
      <section className="card forecasts-head">
        <h1>Forecasts</h1>
        <div className="field">
          <span className="label" aria-hidden="true">
            Category
          </span>
          <Choices
            label="Category"
            options={CATEGORY_CHOICES}
            value={category}
            onChoose={(next) => show({ ...view, category: next })}
          />
        </div>
        <ZoneChoice zone={view.zone} onChoose={(zone) => show({ ...view, zone })} />
        <CopyButton title="Copy link" text={() => linkTo(view)} />
      </section>
      <OverviewCard view={view} onChoose={(area) => show({ ...view, area, run: '' })} />
      <AreaPart view={view} />
    </div>
  );
}
