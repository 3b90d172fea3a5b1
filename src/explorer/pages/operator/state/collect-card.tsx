// The sources that the server collects by itself: last good, next due, what is missing, the error in words.

import type { CollectShape } from '#contract/operator-state';
import type { Instant } from '#core/time/instant';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatAgo, formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

type Entry = CollectShape['entries'][number];

const TITLES = ['Source', 'State', 'Last good', 'Next due', 'Missing days'];

interface CollectCardProps {
  readonly entries: readonly Entry[];
  readonly now: Instant;
}

export function CollectCard({ entries, now }: CollectCardProps) {
  return (
    <section className="card" aria-labelledby="operator-sources">
      <h2 id="operator-sources">Sources</h2>
      {entries.length === 0 ? (
        <p className="dim">
          This server collects nothing by itself. The setting <code>COLLECT</code> names a file of
          sources.
        </p>
      ) : (
        <>
          <ScrollTable label="All sources" titles={TITLES}>
            {entries.map((entry) => (
              <EntryRow key={entry.name} entry={entry} now={now} />
            ))}
          </ScrollTable>
          <Faults entries={entries} />
        </>
      )}
    </section>
  );
}

function EntryRow({ entry, now }: { readonly entry: Entry; readonly now: Instant }) {
  const zone = marketZoneOf(useAbout());
  const { name, source, state, isLate, lastSuccessAt, nextDueAt, missingDays } = entry;
  const isBad = isLate || state === 'failed';
  return (
    <tr>
      <th scope="row">{name === source ? name : `${name} (${source})`}</th>
      <td className={isBad ? 'operator-late' : ''}>{isLate ? `${state}, late` : state}</td>
      <td>{lastSuccessAt === null ? 'never' : formatAgo(Date.parse(lastSuccessAt), now)}</td>
      <td>{formatMoment(Date.parse(nextDueAt), zone)}</td>
      <td className={missingDays > 0 ? 'figure operator-late' : 'figure'}>
        {formatCount(missingDays)}
      </td>
    </tr>
  );
}

/** What went wrong last, and the first day that is not whole, of each source and feed. */
function Faults({ entries }: { readonly entries: readonly Entry[] }) {
  const faults = entries.flatMap(({ name, lastError, feeds }) => [
    ...(lastError === null ? [] : [`${name}: ${lastError}`]),
    ...feeds
      .filter((feed) => feed.lastError !== null || feed.firstMissingDate !== null)
      .map(({ feed, lastError: fault, firstMissingDate, missingDays }) => {
        const missing = `${formatCount(missingDays)} days missing from ${firstMissingDate} on`;
        return `${feed}: ${[fault, firstMissingDate && missing].filter(Boolean).join('; ')}`;
      }),
  ]);
  if (faults.length === 0) return null;
  return (
    <ul className="operator-faults small">
      {faults.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
