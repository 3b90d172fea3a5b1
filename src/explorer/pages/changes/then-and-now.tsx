// The hours of one area as known then against as known now, and the ways to both in Explore.

import { useMemo } from 'react';
import type { ChangesAnswer } from '#contract/changes';
import { HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import type { ChangesView } from '#view/address/changes-address';
import { exploreOf } from '#view/address/explore-address';
import type { ChartSeries } from '#view/chart/chart-series';
import type { AreaChange, ChangeRow } from '#view/tables/change-rows';
import { readInstant } from '#view/values/series-facts';
import { formatMoment } from '#view/values/time-text';

interface ThenAndNowProps {
  readonly answer: ChangesAnswer;
  readonly row: ChangeRow;
  readonly view: ChangesView;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
}

export function ThenAndNow({ answer, row, view, zone, now }: ThenAndNowProps) {
  const { since } = answer;
  const series = useMemo(() => linesOf(answer, row, zone), [answer, row, zone]);
  const explore = { ...exploreOf(row.seriesId), from: answer.days[0]!, to: answer.days[1]! };
  const title = `${row.description}: then and now, ${row.unit}`;
  return (
    <section className="changes-chosen" aria-labelledby="chosen-title">
      <h2 id="chosen-title">
        {row.description} <span className="dim small">{row.unit}</span>
      </h2>
      <Chart title={title} series={series} zone={zone} now={now} height={300} />
      <RunsText row={row} zone={zone} />
      <p className="changes-ways">
        <ViewLink to={{ ...explore, isSpanLeftOut: false, zone: view.zone }}>
          Explore as known now
        </ViewLink>
        <ViewLink to={{ ...explore, isSpanLeftOut: false, zone: view.zone, asOf: since }}>
          Explore as known then
        </ViewLink>
      </p>
    </section>
  );
}

const [NOW, THEN] = [0, 1];

function linesOf({ times, since }: ChangesAnswer, row: AreaChange, zone: Zone): ChartSeries[] {
  const endTime = (times.at(-1) ?? 0) + HOUR_MS / SECOND_MS;
  const lineOf = (
    id: string,
    label: string,
    { values, observed }: AreaChange['current'],
    style: number,
  ): ChartSeries => ({
    ...{ id, label, unit: row.unit, times, values, endTime, style },
    lastObserved: observed === null ? Number.NEGATIVE_INFINITY : readInstant(observed) / SECOND_MS,
  });
  // The first line is drawn on top.
  return [
    lineOf('now', 'as known now', row.current, NOW),
    lineOf('then', `as known ${formatMoment(readInstant(since), zone)}`, row.earlier, THEN),
  ];
}

/** Says which runs the forecast parts are of. */
function RunsText({ row, zone }: { readonly row: AreaChange; readonly zone: Zone }) {
  const runText = ({ analyzedTime, source }: AreaChange['current']): string =>
    analyzedTime === null
      ? 'none'
      : `${formatMoment(readInstant(analyzedTime), zone)} of ${source}`;
  const { earlier, current } = row;
  if (earlier.analyzedTime === null && current.analyzedTime === null) return null;
  return (
    <p className="small dim">
      Newest run then: {runText(earlier)} · now: {runText(current)}
    </p>
  );
}
