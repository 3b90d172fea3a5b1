// The past firings of an alert on the chart of one of its series: those that were, and those that would have been.

import { useMemo, useState } from 'react';
import type { AlertsClient } from '#client/alerts-client';
import type { AlertDetail, HistoryAnswer, TryAnswer } from '#contract/alerts';
import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import { Chart } from '#explorer/chart/chart.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ChartSeries } from '#view/chart/chart-series';

const FROM = 'today-30';
const TO = 'tomorrow';

interface FiringsChartProps {
  readonly alert: AlertDetail;
  readonly alerts: AlertsClient;
  readonly history: HistoryAnswer;
}

export function FiringsChart({ alert, alerts, history }: FiringsChartProps) {
  const { condition, wait } = alert;
  // Lateness and held values cannot be tried; their history alone is shown.
  const tried = useRequest(`tried ${condition} ${wait}`, (signal) =>
    alerts.try({ condition, wait, from: FROM }, { signal }).catch(() => undefined),
  );
  const names = useMemo(() => seriesOf(alert, tried.data), [alert, tried.data]);
  const [chosen, setChosen] = useState<string>();
  const code = chosen ?? names[0];
  if (tried.isLoading && !tried.data) return <Loading />;
  if (code === undefined) return null;
  return (
    <section className="card" aria-labelledby="alert-chart">
      <h2 id="alert-chart">
        The last 30 days of <code>{code}</code>
      </h2>
      {names.length > 1 && (
        <label className="alerts-choice">
          Series{' '}
          <select value={code} onChange={({ target }) => setChosen(target.value)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <SeriesWithFirings code={code} history={history} tried={tried.data} />
    </section>
  );
}

/** The series that are or were not ok first, then those that would have fired. */
const seriesOf = ({ series }: AlertDetail, tried: TryAnswer | undefined): string[] => [
  ...new Set([
    ...series.map(({ series: code }) => code),
    ...(tried?.series ?? []).toSorted((a, b) => b.fired - a.fired).map((one) => one.series),
  ]),
];

interface SeriesWithFiringsProps {
  readonly code: string;
  readonly history: HistoryAnswer;
  readonly tried: TryAnswer | undefined;
}

function SeriesWithFirings({ code, history, tried }: SeriesWithFiringsProps) {
  const about = useAbout();
  const now = useServerNow(about) / SECOND_MS;
  const { data, error, retry } = useRequest(`firings ${code}`, (signal) =>
    client.columns(code, { from: FROM, to: TO }, { signal }),
  );
  const lines = useMemo(() => (data ? linesOf(data, history, tried) : []), [data, history, tried]);
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading />;
  const title = `${code} with the times at which the alert fired`;
  return <Chart title={title} series={lines} zone={marketZoneOf(about)} now={now} height={300} />;
}

interface Span {
  readonly from: string | null;
  readonly to: string | null;
}

function linesOf(
  { times, values, unit, seriesId }: SeriesColumns,
  history: HistoryAnswer,
  tried: TryAnswer | undefined,
): ChartSeries[] {
  const step = times.length > 1 ? times[1]! - times[0]! : 3_600;
  const endTime = (times.at(-1) ?? 0) + step;
  const within = (spans: readonly Span[]) =>
    values.map((value, i) => (spans.some((span) => isIn(times[i]!, span)) ? value : null));
  const fired = history.changes.filter(
    ({ series, state }) => series === seriesId && state === 'firing',
  );
  const wouldHave = tried?.series.find(({ series }) => series === seriesId)?.firings ?? [];
  const line = (id: string, label: string, of: readonly (number | null)[], style: number) => ({
    ...{ id, label, unit, times, values: of, endTime, style, isMark: true },
  });
  // The first line is drawn on top.
  return [
    ...(fired.length > 0 ? [line('fired', 'fired', within(fired), 3)] : []),
    ...(wouldHave.length > 0 ? [line('would', 'would have fired', within(wouldHave), 1)] : []),
    { ...line('values', seriesId, values, 0), isMark: false },
  ];
}

const isIn = (seconds: number, { from, to }: Span): boolean =>
  from !== null &&
  to !== null &&
  seconds * SECOND_MS >= Date.parse(from) &&
  seconds * SECOND_MS <= Date.parse(to);
