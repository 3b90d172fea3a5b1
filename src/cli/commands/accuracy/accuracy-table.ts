// Scores as a table: aligned figures, and a bar that shows which errors are large.

import type { Io } from '#cli/command/command';
import { type Column, formatCount, printTable } from '#cli/terminal/table';
import type { AccuracyFigures } from '#contract/accuracy';
import { FEW_VALUES_TEXT } from '#core/values/tally';

/** The figures of one group, and its name in each naming column. */
export interface ScoreRow {
  readonly names: readonly string[];
  readonly figures: AccuracyFigures;
}

const BAR_WIDTH = 16;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = '▁▂▃▄▅▆▇█';
const NOTHING = '–';

export function printScores(titles: readonly string[], rows: readonly ScoreRow[], io: Io): void {
  const named = titles.map((title, at) => ({ title, cell: (row: ScoreRow) => row.names[at]! }));
  const isPrice = rows.some(({ figures }) => figures.smape !== undefined);
  const levels = [
    ...new Set(rows.flatMap(({ figures }) => figures.bands.map(({ level }) => level))),
  ].sort((a, b) => a - b);
  const most = Math.max(...rows.map(({ figures }) => figures.mae ?? 0));
  const figure = (title: string, pick: (figures: AccuracyFigures) => number | null | undefined) =>
    figureColumn(title, rows, pick);
  const columns: Column<ScoreRow>[] = [
    ...named,
    { title: 'SCORED', cell: ({ figures }) => figures.scored },
    { title: 'MISSING', cell: ({ figures }) => figures.missing },
    figure('MAE', ({ mae }) => mae),
    figure('RMSE', ({ rmse }) => rmse),
    figure('BIAS', ({ bias }) => bias),
    figure(isPrice ? 'sMAPE %' : 'MAPE %', ({ smape, mape }) => (isPrice ? smape : mape)),
    figure('rMAE WEEK', ({ rmaeWeekly }) => rmaeWeekly),
    figure('rMAE STD', ({ rmaeStandard }) => rmaeStandard),
    ...(rows.some(({ figures }) => figures.crps !== null)
      ? [figure('CRPS', ({ crps }) => crps)]
      : []),
    // Runs without quantiles are not scored if others of the source have them.
    ...(rows.some(({ figures }) => figures.crps !== null && figures.crpsScored < figures.scored)
      ? [{ title: 'CRPS OF', cell: ({ figures }: ScoreRow) => figures.crpsScored }]
      : []),
    ...levels.flatMap((wanted) => {
      const band = ({ bands }: AccuracyFigures) => bands.find(({ level }) => level === wanted);
      const inside = (figures: AccuracyFigures) => {
        const coverage = band(figures)?.coverage;
        return coverage === undefined ? undefined : coverage * 100;
      };
      return [figure(`IN ${wanted} %`, inside), figure('WIDTH', (figures) => band(figures)?.width)];
    }),
  ];
  if (rows.some(({ figures }) => figures.fewValues.length > 0))
    columns.push({ title: 'NOTE', cell: ({ figures }) => noteOf(figures) });
  if (rows.length > 1)
    columns.push({ title: 'MAE', cell: ({ figures }) => barOf(figures.mae ?? 0, most) });
  printTable(rows, columns, io);
}

/** Says which figures come from few values. */
function noteOf({ fewValues }: AccuracyFigures): string {
  if (fewValues.length === 0) return '';
  if (fewValues.includes('mae')) return FEW_VALUES_TEXT;
  return `${FEW_VALUES_TEXT}: ${fewValues.join(', ')}`;
}

/** A column whose figures have the same decimals and are aligned on the right, as its title is. */
function figureColumn(
  title: string,
  rows: readonly ScoreRow[],
  pick: (figures: AccuracyFigures) => number | null | undefined,
): Column<ScoreRow> {
  const values = rows.map(({ figures }) => pick(figures) ?? Number.NaN);
  const largest = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  const decimals = largest < 100 ? 2 : largest < 1000 ? 1 : 0;
  const textOf = (value: number): string => {
    if (!Number.isFinite(value)) return NOTHING;
    const [whole = '', rest] = value.toFixed(decimals).split('.');
    // A small negative figure rounds to -0, whose sign formatCount would drop.
    const sign = whole.startsWith('-') ? '-' : '';
    const count = formatCount(Math.abs(Number(whole)));
    return `${sign}${count}${rest === undefined ? '' : `.${rest}`}`;
  };
  const texts = values.map(textOf);
  const width = Math.max(title.length, ...texts.map((text) => text.length));
  return {
    title: title.padStart(width),
    cell: (row) => texts[rows.indexOf(row)]!.padStart(width),
  };
}

function barOf(value: number, most: number): string {
  if (!(most > 0)) return '';
  const eighths = Math.round((value / most) * BAR_WIDTH * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** A line of one character a value, whose height shows its size; a gap is a blank. */
export function sparkOf(values: readonly (number | null)[]): string {
  const present = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...present), Math.max(...present)];
  const share = (value: number): number => (most > least ? (value - least) / (most - least) : 0.5);
  return values
    .map((value) => (value === null ? ' ' : LEVELS[Math.round(share(value) * 7)]!))
    .join('');
}
