// How good the forecasts of an area and category were: the main figures, the sources side by side, and
// the errors by days ahead, month and kind of day.

import { useState } from 'react';
import type { AccuracyAnswer, SourceAccuracy } from '#contract/accuracy';
import { isFew } from '#core/values/tally';
import {
  closureText,
  countText,
  dayTypeText,
  figuresOf,
  firstInstant,
  leadText,
  monthText,
  shownSource,
  spanDays,
} from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { BiasLegend, ErrorBars } from '#explorer/pages/forecasts/accuracy/error-bars.tsx';
import { RowsButton } from '#explorer/pages/forecasts/accuracy/rows-button.tsx';
import { ScoredSources } from '#explorer/pages/forecasts/accuracy/scored-sources.tsx';
import { SourceTable } from '#explorer/pages/forecasts/accuracy/source-table.tsx';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { useAbout } from '#explorer/state/about.ts';
import { forecasts } from '#explorer/state/forecasts.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatCount } from '#view/values/value-text';
import '#explorer/pages/forecasts/accuracy/accuracy.css';

const SPANS = [
  { value: '30', title: '30' },
  { value: '90', title: '90' },
  { value: '365', title: '365' },
] as const;
type ScoredDays = (typeof SPANS)[number]['value'];
/** The server's own span. */
const DEFAULT_DAYS: ScoredDays = '90';

interface AccuracyCardProps {
  readonly area: string;
  readonly category: string;
  /** The source of the chosen run; undefined if not known. */
  readonly source: string | undefined;
  /** The issue time of the newest run: the figures may change with it. */
  readonly newest: string;
}

export function AccuracyCard({ area, category, source, newest }: AccuracyCardProps) {
  const [days, setDays] = useState<ScoredDays>(DEFAULT_DAYS);
  const now = useServerNow(useAbout());
  const from = days === DEFAULT_DAYS ? undefined : firstInstant(Number(days), now);
  const { data, error, isLoading, retry } = useRequest(
    `${area} ${category} ${newest} ${from}`,
    (signal) => forecasts.accuracy({ area, category, ...(from ? { from } : {}) }, { signal }),
  );
  return (
    <section className="card accuracy" aria-labelledby="accuracy-title" aria-busy={isLoading}>
      <div className="accuracy-headline">
        <h2 id="accuracy-title">Accuracy</h2>
        <ChoiceField label="Days scored" options={SPANS} value={days} onChoose={setDays} />
      </div>
      {error && <Problem error={error} onRetry={retry} />}
      {!data && isLoading && <Loading />}
      {data && !error && (
        <div className={isLoading ? 'accuracy-body is-stale' : 'accuracy-body'}>
          <Scorecard answer={data} source={source} />
        </div>
      )}
    </section>
  );
}

function Scorecard({ answer, source }: { answer: AccuracyAnswer; source: string | undefined }) {
  // A choice on the card lasts until another source is chosen for the page.
  const [choice, setChoice] = useState<{ page: string | undefined; source: string }>();
  const shown = shownSource(answer, choice?.page === source ? choice?.source : source);
  if (!shown) {
    return (
      <p className="dim">
        Nothing is scored yet. Figures appear when an actual value arrives for a run of the day
        before, issued before {answer.issuedBefore}.
      </p>
    );
  }
  return (
    <>
      <ScoredSources
        sources={answer.sources}
        shown={shown.source}
        onChoose={(chosen) => setChoice({ page: source, source: chosen })}
      />
      <Headline answer={answer} shown={shown} />
      <dl className="accuracy-figures">
        {figuresOf(shown.dayAhead, answer.unit).map(({ title, value, unit, meaning, count }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="accuracy-value">
              {value} {unit !== '' && <span className="small">{unit}</span>}
            </dd>
            <dd className="small dim">{meaning}</dd>
            <dd className={isFew(count) ? 'small few-values' : 'small dim'}>{countText(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="accuracy-parts">
        <SourceTable answer={answer} shown={shown.source} />
        <Bars answer={answer} shown={shown} />
      </div>
    </>
  );
}

function Headline({ answer, shown }: { answer: AccuracyAnswer; shown: SourceAccuracy }) {
  const { scored, missing, slice } = shown.dayAhead;
  return (
    <div className="accuracy-headline">
      <p className="small dim">
        Day-ahead forecasts by <strong>{shown.source}</strong>, last {spanDays(answer)} days:{' '}
        {countText(scored)} scored
        {missing > 0 && `, ${formatCount(missing)} missing`}.{' '}
        {shown.kind === 'hindcast' &&
          'These runs were made afterwards, from values as they are usually published. '}
        {shown.kind !== 'series' &&
          `Each value is scored with the ${closureText(answer)} on the market day before it.`}
      </p>
      {slice !== null && (
        <RowsButton title="Rows as CSV" what={`${shown.source}, day-ahead`} slice={slice} />
      )}
    </div>
  );
}

function Bars({ answer: { unit }, shown }: { answer: AccuracyAnswer; shown: SourceAccuracy }) {
  const { source, byLeadDay, byLeadHour, byMonth, byDayType } = shown;
  return (
    <>
      <ErrorBars
        title="MAE by days ahead"
        unit={unit}
        labels="Ahead"
        rows={byLeadDay.map((group) => ({
          ...group,
          label: leadText(group.leadDays),
          rowsOf: `${source}, ${leadText(group.leadDays)} ahead`,
        }))}
      />
      <ErrorBars
        title="MAE by month"
        unit={unit}
        labels="Month"
        rows={byMonth.map((group) => ({
          ...group,
          label: monthText(group.month),
          rowsOf: `${source}, ${monthText(group.month)}`,
        }))}
      />
      <ErrorBars
        title="MAE by kind of day"
        unit={unit}
        labels="Days"
        rows={byDayType.map((group) => ({ ...group, label: dayTypeText(group.dayType) }))}
      />
      <BiasLegend />
      {byLeadHour.length > 0 && (
        <details className="accuracy-hours">
          <summary>Errors by hours ahead</summary>
          <ErrorBars
            title="MAE by hours ahead"
            unit={unit}
            labels="Ahead"
            rows={byLeadHour.map((group) => ({ ...group, label: `${group.leadHours} h` }))}
          />
        </details>
      )}
    </>
  );
}
