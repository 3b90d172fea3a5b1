// What Compare says before anything is compared.

import { CATEGORIES, seriesIdOf } from '#core/market/categories';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { type CompareView, DEFAULT_AREA } from '#explorer/state/address.ts';
import type { ComparedSeries } from '#explorer/state/comparison.ts';

const [price, production, consumption] = CATEGORIES.map(({ name }) => name);
const seriesOf = (category: string | undefined): string => seriesIdOf(DEFAULT_AREA, category!);

const IDEAS: readonly { title: string; series: readonly ComparedSeries[] }[] = [
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
    title: 'Germany’s price and production, on two axes',
    series: [
      { seriesId: seriesOf(price), shiftDays: 0 },
      { seriesId: seriesOf(production), shiftDays: 0 },
    ],
  },
];

export function CompareStart({ view }: { view: CompareView }) {
  return (
    <section className="card compare-start">
      <h2>Nothing to compare yet</h2>
      <p>
        Add up to five series. Two units get an axis each. Any of them can be shifted: 52 weeks
        earlier is drawn on today’s dates, so that Mondays lie on Mondays.
      </p>
      <ul>
        {IDEAS.map(({ title, series }) => (
          <li key={title}>
            <ViewLink className="button" to={{ ...view, series }}>
              {title}
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
