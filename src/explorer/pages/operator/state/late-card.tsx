// Freshness: how many series are late, and which.

import type { FreshnessAnswer } from '#contract/operator-state';
import type { Instant } from '#core/time/instant';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { exploreOf } from '#view/address/explore-address';
import { formatAgo, formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

const TITLES = ['Series', 'Description', 'Values until', 'Expected', 'Late since', 'Last change'];

interface LateCardProps {
  readonly freshness: FreshnessAnswer;
  readonly now: Instant;
}

export function LateCard({ freshness, now }: LateCardProps) {
  const { fresh, late, ended, notExpected, lateSeries } = freshness;
  const zone = marketZoneOf(useAbout());
  const moment = (text: string): string => formatMoment(Date.parse(text), zone);
  const parts = [
    `${formatCount(fresh)} up to date`,
    `${formatCount(late)} late`,
    `${formatCount(ended)} ended`,
    `${formatCount(notExpected)} not expected`,
  ];
  return (
    <section className="card" aria-labelledby="operator-fresh">
      <h2 id="operator-fresh">Freshness of series</h2>
      <p>{parts.join(', ')}</p>
      <p className="dim small">
        By what is expected of each: <code>gridtide expect</code> sets it, and collected series
        follow their schedule. A collected series that is late for a month and ten intervals has
        ended.
      </p>
      {lateSeries.length > 0 && (
        <ScrollTable label="Late series" titles={TITLES}>
          {lateSeries.map(
            ({ seriesId, description, knownUntil, expect, expectedBy, lastUpdated }) => (
              <tr key={seriesId}>
                <th scope="row">
                  <ViewLink to={exploreOf(seriesId)}>{seriesId}</ViewLink>
                </th>
                <td>{description}</td>
                <td>{knownUntil === null ? 'never' : moment(knownUntil)}</td>
                <td>{expect}</td>
                <td className="operator-late">{moment(expectedBy)}</td>
                <td>{lastUpdated === null ? 'never' : formatAgo(Date.parse(lastUpdated), now)}</td>
              </tr>
            ),
          )}
        </ScrollTable>
      )}
      {lateSeries.length < late && (
        <p className="dim small">The {formatCount(lateSeries.length)} that became late last.</p>
      )}
    </section>
  );
}
