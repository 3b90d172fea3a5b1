// What a backtest prints and writes: a table of errors, the bands' coverage, and rows for a file.

import { writeFile } from 'node:fs/promises';
import { CommandFault, type Io } from '#cli/command/command';
import { countOf, printTable } from '#cli/terminal/table';
import { DECILES } from '#core/values/decile-score';
import { BLEND } from '#model/days/past-runs';
import type { Forecast } from '#model/forecast-days';
import {
  type BacktestScores,
  decilesOf,
  type NamedScore,
} from '#service/model-runs/backtest-scores';

/** The most notes that are printed. */
const MOST_NOTES = 12;

export interface BacktestTime {
  /** Seconds of processor time over all days, warm-up included. */
  readonly cpuSeconds: number;
  readonly days: number;
}

const decimals = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '-';

export function printBacktest(scores: BacktestScores, time: BacktestTime, io: Io): void {
  for (const [why, count] of scores.refusals) {
    io.stdout.write(`${countOf(count, 'day')} not forecast: ${why}\n`);
  }
  const rows = scores.scores();
  if (rows.length === 0) throw new CommandFault('no day could be forecast');
  printTable(rows, columnsOf(scores), io);
  for (const { coverage, score } of scores.bandScores()) {
    const covered = decimals(100 * score.coverage, 1);
    io.stdout.write(
      `${Math.round(coverage * 100)} % band: ${covered} % of the values inside, mean width ${decimals(score.width, 2)}\n`,
    );
  }
  printDrivers(scores, io);
  const crps = scores.crps();
  io.stdout.write(`CRPS over the deciles: ${decimals(crps, 3)}\n`);
  const { scored, missing } = rows.find(({ kind }) => kind === 'blend')!.score;
  const perDay = time.cpuSeconds / Math.max(1, time.days);
  io.stdout.write(
    `${countOf(scores.days, 'day')}, ${countOf(scored, 'value')} scored, ${missing} missing; ${perDay.toFixed(2)} CPU seconds a day\n`,
  );
}

/** Which series drove the forecasts, on how many days if not on all, and why others did not. */
function printDrivers({ drivers, notes, days }: BacktestScores, io: Io): void {
  const ofDays = (count: number): string =>
    count === days ? '' : ` (${count} of ${countOf(days, 'day')})`;
  const names = [...drivers].map(([name, count]) => name + ofDays(count));
  io.stdout.write(`Drivers: ${names.join(', ') || 'none'}\n`);
  // The reasons of most days come first; those with numbers differ from day to day.
  const most = [...notes].sort(([, a], [, b]) => b - a).slice(0, MOST_NOTES);
  for (const [note, count] of most) io.stdout.write(`${note}${ofDays(count)}\n`);
}

/** Figures are aligned on the right, as those of a column have the same decimals. */
function columnsOf(scores: BacktestScores) {
  const figure = (title: string, text: (row: NamedScore) => string) => ({
    title: title.padStart(8),
    cell: (row: NamedScore) => text(row).padStart(8),
  });
  return [
    { title: 'FORECAST', cell: ({ name }: NamedScore) => name },
    { title: 'KIND', cell: ({ kind }: NamedScore) => kind },
    figure('MAE', ({ score }) => decimals(score.mae, 3)),
    figure('RMAE', ({ score }) => decimals(score.rmae, 3)),
    figure('SMAPE %', ({ score }) => decimals(score.smape, 2)),
    ...(scores.isFarFromZero ? [figure('MAPE %', ({ score }) => decimals(score.mape, 2))] : []),
  ];
}

/** Rows of `time,actual,forecast` and the deciles `q10` to `q90`; a gap is an empty field. */
export class OutRows {
  readonly #lines: string[] = [
    ['time', 'actual', 'forecast', ...DECILES.map((percent) => `q${percent}`)].join(),
  ];

  add(timeOf: (slot: number) => string, actual: Float64Array, outcome: Forecast): void {
    const text = (value: number): string => (Number.isFinite(value) ? String(value) : '');
    const columns = [actual, outcome.firstDay.values[BLEND]!, ...decilesOf(outcome)];
    for (let slot = 0; slot < actual.length; slot++) {
      this.#lines.push([timeOf(slot), ...columns.map((column) => text(column[slot]!))].join());
    }
  }

  async write(path: string): Promise<void> {
    try {
      await writeFile(path, `${this.#lines.join('\n')}\n`);
    } catch (error) {
      throw new CommandFault(`${path} cannot be written: ${(error as Error).message}`);
    }
  }
}

/** Seconds of processor time of this process so far. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
