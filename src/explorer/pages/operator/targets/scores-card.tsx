// How good the runs of each definition were. Each row asks for its scorecard after the row before has its own,
// so that many definitions do not ask all at once.

import { useState } from 'react';
import type { AccuracyAnswer, AccuracyFigures } from '#contract/accuracy';
import type { TargetShape } from '#contract/forecast-status';
import { isFew } from '#core/values/tally';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { forecasts } from '#explorer/state/forecasts.ts';
import { formatNumber } from '#view/axes/number-text';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

const TITLES = ['Name', 'MAE', 'Naive', 'CRPS', 'In 80 %', 'In 90 %', 'Days'];
/** The values of a day by the resolutions that can be forecast. */
const VALUES_OF_DAY: Readonly<Record<string, number>> = { HalfHourly: 48, QuarterHourly: 96 };
const HOURS_OF_DAY = 24;

interface ScoresCardProps {
  readonly targets: readonly TargetShape[];
}

export function ScoresCard({ targets }: ScoresCardProps) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const withRuns = targets.filter(({ newestRun }) => newestRun !== null);
  if (withRuns.length === 0) return null;
  const next = withRuns.find(({ name }) => !done.has(name))?.name;
  const onEnd = (name: string): void => setDone((names) => new Set(names).add(name));
  return (
    <section className="card" aria-labelledby="operator-scores">
      <h2 id="operator-scores">How good they were</h2>
      <p className="dim small">
        The last 90 days, each value by the last run of the market day before it. Naive is the MAE
        of repeating the value of a week before.
      </p>
      <ScrollTable label="Scores of the forecast targets" titles={TITLES}>
        {withRuns.map((target) => (
          <ScoreRow
            key={target.name}
            target={target}
            isAsked={target.name === next || done.has(target.name)}
            onEnd={onEnd}
          />
        ))}
      </ScrollTable>
    </section>
  );
}

interface ScoreRowProps {
  readonly target: TargetShape;
  readonly isAsked: boolean;
  readonly onEnd: (name: string) => void;
}

function ScoreRow({ target, isAsked, onEnd }: ScoreRowProps) {
  const { name, target: seriesId, newestRun } = target;
  const key = isAsked ? `scores ${name} ${seriesId} ${newestRun}` : undefined;
  const { data, error } = useOperatorRequest(key, async (signal) => {
    try {
      const query = { source: name, issuedBefore: '24:00' };
      return await forecasts.accuracyOf(seriesId, query, { signal });
    } finally {
      if (!signal.aborted) onEnd(name);
    }
  });
  const figures = data?.sources.find(({ source }) => source === name)?.dayAhead;
  return (
    <tr>
      <th scope="row">{name}</th>
      {data && figures && figures.scored > 0 ? (
        <ScoreCells figures={figures} answer={data} />
      ) : (
        <td colSpan={TITLES.length - 1} className="dim">
          {error ? error.message : data ? 'no day is scored yet' : 'is being scored …'}
        </td>
      )}
    </tr>
  );
}

interface ScoreCellsProps {
  readonly figures: AccuracyFigures;
  readonly answer: AccuracyAnswer;
}

function ScoreCells({ figures, answer }: ScoreCellsProps) {
  const { mae, rmaeWeekly, crps, bands, scored } = figures;
  const decimals = decimalsFor(mae ?? 0);
  const inUnit = (value: number | null): string =>
    value === null ? '–' : `${formatValue(value, decimals)} ${answer.unit}`;
  const inside = (wanted: number): string => {
    const band = bands.find(({ level }) => level === wanted);
    return band ? `${formatNumber(band.coverage * 100, 1)} %` : '–';
  };
  const days = scored / (VALUES_OF_DAY[answer.resolution] ?? HOURS_OF_DAY);
  return (
    <>
      <td>{inUnit(mae)}</td>
      <td>
        {inUnit(naiveOf(figures))}
        {rmaeWeekly !== null && <span className="dim"> (rMAE {formatNumber(rmaeWeekly, 2)})</span>}
      </td>
      <td>{inUnit(crps)}</td>
      <td>{inside(80)}</td>
      <td>{inside(90)}</td>
      <td>
        {formatNumber(days, Number.isInteger(days) ? 0 : 1)}
        {isFew(scored) && <span className="dim"> ({formatCount(scored)} values: few)</span>}
      </td>
    </>
  );
}

/** The MAE of the naive forecast; null if some scored value has no value a week before. */
const naiveOf = ({ mae, rmaeWeekly, rmaeWeeklyScored, scored }: AccuracyFigures): number | null =>
  mae === null || !rmaeWeekly || rmaeWeeklyScored !== scored ? null : mae / rmaeWeekly;
