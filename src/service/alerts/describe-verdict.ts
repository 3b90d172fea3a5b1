// What a verdict says, as a sentence for people: in messages, lists and the history.

import type { Condition } from '#core/alerts/condition';
import type { Finding } from '#core/alerts/judge';
import type { Grid } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import type { Verdict } from '#service/alerts/judge-series';
import { gridOfSeries } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

export const NO_LONGER = 'The condition is no longer fulfilled.';

const MINUTE_LENGTH = 'yyyy-MM-ddTHH:mm'.length;
const MOST_DECIMALS = 6;

const timeOf = (instant: Instant, zone: Zone): string =>
  formatMarket(instant, zone).slice(0, MINUTE_LENGTH).replace('T', ' ');

const numberOf = (value: number): string => String(Number(value.toFixed(MOST_DECIMALS)));

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** `3 values < 0 from 2026-11-18 02:00 to 2026-11-18 05:00; the lowest is -12.5 EUR/MWh at 2026-11-18 03:00.` */
export function describeVerdict(
  condition: Condition,
  series: SeriesRecord,
  { finding, runs = [], note = '' }: Verdict,
  zone: Zone,
): string {
  if (!finding) return NO_LONGER;
  const grid = gridOfSeries(series, zone);
  const { unit } = series;
  const { points, worst, worstIndex } = finding;
  const span = spanText(finding, grid, zone);
  const worstText = worst === null ? '' : `${numberOf(worst)} ${unit}`;
  const at = worstIndex === null ? '' : ` at ${timeOf(grid.startOf(worstIndex), zone)}`;
  switch (condition.kind) {
    case 'values': {
      const extreme = condition.comparison.startsWith('<') ? 'lowest' : 'highest';
      const [run] = runs;
      const ofRun = run ? ` of the run of ${formatUtc(run.analyzedAt)} (${run.source})` : '';
      const values = `${counted(points, 'value')}${ofRun} ${condition.comparison} ${condition.bound}`;
      return `${values} from ${span}; the ${extreme} is ${worstText}${at}.`;
    }
    case 'jump': {
      const [newer, older] = runs;
      const both = `${formatUtc(newer!.analyzedAt)} and ${formatUtc(older!.analyzedAt)}`;
      return `The runs of ${both} (${newer!.source}) differ by up to ${worstText}${at}.`;
    }
    case 'gap':
      return `${counted(points, 'interval')} without a value, from ${span}.`;
    case 'held':
      return `${counted(points, 'value')} await${points === 1 ? 's' : ''} review, from ${span}.`;
    case 'accuracy':
      return `The mean error of the last ${counted(runs.length, 'run')} (${runs[0]!.source}) is ${worstText}.`;
    case 'late':
      return note;
  }
}

const spanText = ({ indices }: Finding, grid: Grid, zone: Zone): string =>
  `${timeOf(grid.startOf(indices.start), zone)} to ${timeOf(grid.startOf(indices.end), zone)}`;
