// The newest run of an area: its source and age, and the way to all runs.

import type { DayFiguresAnswer } from '#contract/day-figures';
import type { Instant } from '#core/time/instant';
import { useFresh } from '#explorer/parts/fresh/use-fresh.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { readInstant } from '#view/values/series-facts';
import { formatAgo } from '#view/values/time-text';

interface RunCellProps {
  readonly row: DayFiguresAnswer['areas'][number];
  readonly category: string;
  readonly now: Instant;
}

export function RunCell({ row, category, now }: RunCellProps) {
  const { area, analyzedTime, source } = row;
  const mark = useFresh(`${source} ${analyzedTime}`, category);
  if (analyzedTime === null) return <td className="small dim">none</td>;
  return (
    <td className="small" {...mark}>
      <ViewLink
        to={{
          ...{ page: 'forecasts', area, category, source: '', beside: [] },
          ...{ run: '', hour: '', bands: true, zone: 'market' },
        }}
      >
        {source} <span className="dim">{formatAgo(readInstant(analyzedTime), now)}</span>
      </ViewLink>
    </td>
  );
}
