// What an alert would have done: how often it would have fired, and when.

import type { TryAnswer } from '#contract/alerts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

const MOST_SHOWN = 12;

export function TriedFirings({ tried }: { readonly tried: TryAnswer }) {
  const zone = marketZoneOf(useAbout());
  const timeOf = (text: string): string => formatMoment(Date.parse(text), zone);
  const all = tried.series.flatMap(({ series, firings }) =>
    firings.map((firing) => ({ series, ...firing })),
  );
  return (
    <div className="alerts-tried">
      <p role="status">
        <strong>Would have fired {timesText(tried.fired)}</strong> from {timeOf(tried.from)} to{' '}
        {timeOf(tried.to)}
        {tried.series.length > 1 && `, for ${tried.series.length} series`}.
      </p>
      {tried.series.length === 0 && <p>No series of your plan fits the condition.</p>}
      {all.length > 0 && (
        <ul className="small">
          {all.slice(0, MOST_SHOWN).map((firing) => (
            <li key={`${firing.series} ${firing.fired}`}>
              <code>{firing.series}</code> {timeOf(firing.from)} to {timeOf(firing.to)}
            </li>
          ))}
        </ul>
      )}
      {all.length > MOST_SHOWN && <p className="small dim">and {all.length - MOST_SHOWN} more</p>}
    </div>
  );
}

const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);
