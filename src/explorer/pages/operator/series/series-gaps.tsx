// The gaps between the first and the last value of a series: how many, and the newest.

import type { GapsAnswer } from '#contract/operator-state';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

interface SeriesGapsProps {
  readonly code: string;
  /** Grows when the series has changed. */
  readonly changes: number;
}

export function SeriesGaps({ code, changes }: SeriesGapsProps) {
  const gaps = useOperatorRequest(`gaps ${code} ${changes}`, (signal) =>
    operator.gaps(code, { signal }),
  );
  const { data, error } = gaps;
  return (
    <section className="card" aria-labelledby="operator-gaps">
      <h2 id="operator-gaps">Gaps</h2>
      {error && <Problem error={error} onRetry={gaps.retry} />}
      {!data && !error && <Loading />}
      {data && <p>{describe(data)}</p>}
      {data && data.gaps > 0 && <GapRows newest={data.newest} />}
    </section>
  );
}

function describe({ from, missing, gaps, newest }: GapsAnswer): string {
  if (from === null) return 'The series has no observed values.';
  if (gaps === 0) return 'Every interval from the first to the last value has one.';
  const shown = gaps > newest.length ? ` The last ${newest.length}:` : '';
  return `${plural(missing, 'value')} missing in ${plural(gaps, 'gap')}.${shown}`;
}

const plural = (count: number, word: string): string =>
  `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;

function GapRows({ newest }: Pick<GapsAnswer, 'newest'>) {
  const zone = marketZoneOf(useAbout());
  const moment = (text: string): string => formatMoment(Date.parse(text), zone);
  return (
    <ScrollTable label="Newest gaps" titles={['From', 'To', 'Missing values']}>
      {newest.map(({ from, to, missing }) => (
        <tr key={from}>
          <td>{moment(from)}</td>
          <td>{moment(to)}</td>
          <td>{formatCount(missing)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
