// What Compare says before anything is compared.

import { CATEGORIES, seriesIdOf } from '#core/market/categories';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import type { CompareView } from '#view/address/address';
import type { ComparedSeries } from '#view/address/comparison';
import { DEFAULT_AREA } from '#view/address/forecasts-address';
import '#explorer/pages/compare/compare-start.css';

const [price, production, consumption] = CATEGORIES.map(({ name }) => name);
const seriesOf = (category: string | undefined): string => seriesIdOf(DEFAULT_AREA, category!);

interface Idea {
  readonly title: string;
  readonly series: readonly ComparedSeries[];
  readonly formulas?: readonly string[];
}

const IDEAS: readonly Idea[] = [
  {
    title: 'Germany’s price, with the week before',
    series: [
      { seriesId: seriesOf(price), shiftDays: 0 },
      { seriesId: seriesOf(price), shiftDays: -7 },
    ],
  },
  {
    title: 'Germany’s consumption, with 52 weeks before',
    series: [
      { seriesId: seriesOf(consumption), shiftDays: 0 },
      { seriesId: seriesOf(consumption), shiftDays: -364 },
    ],
  },
  {
    title: 'Germany’s price and production, a panel each',
    series: [
      { seriesId: seriesOf(price), shiftDays: 0 },
      { seriesId: seriesOf(production), shiftDays: 0 },
    ],
  },
  {
    title: 'The prices of Germany and France, with their spread',
    series: [
      { seriesId: seriesOf(price), shiftDays: 0 },
      { seriesId: seriesIdOf('FR', price!), shiftDays: 0 },
    ],
    formulas: [`${seriesOf(price)} - ${seriesIdOf('FR', price!)}`],
  },
];

export function CompareStart({ view }: { view: CompareView }) {
  return (
    <section className="card compare-start">
      <h2>Nothing to compare yet</h2>
      <p>
        Add up to five series, and formulas of them such as a spread. Each unit gets a panel. Any
        series can be shifted: 52 weeks earlier is drawn on today’s dates, so that Mondays lie on
        Mondays.
      </p>
      <ul>
        {IDEAS.map(({ title, ...idea }) => (
          <li key={title}>
            <ViewLink className="button" to={{ ...view, ...idea }}>
              {title}
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
