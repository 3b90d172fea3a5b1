// Areas by day: base and peak of today and tomorrow, the change against the day before, the newest run, and
// the last observed value.

import type { DayFiguresAnswer } from '#contract/day-figures';
import type { Zone } from '#core/time/zone';
import { RunCell } from '#explorer/pages/start/run-cell.tsx';
import { useFresh } from '#explorer/parts/fresh/use-fresh.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import { exploreOf } from '#view/address/explore-address';
import { changeOf, type DayFigure, figureNote } from '#view/tables/day-change';
import { areaNote } from '#view/values/area-text';
import { readInstant } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import { formatDay, formatMoment } from '#view/values/time-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

type AreaRow = DayFiguresAnswer['areas'][number];

/** The days that have columns. Yesterday has none: today is only compared with it. */
const SHOWN = [1, 2];
const NAMES = ['Yesterday', 'Today', 'Tomorrow'];

export function DayTable({ answer }: { readonly answer: DayFiguresAnswer }) {
  const { tableRole } = useViewScope();
  const about = useAbout();
  const market = marketZoneOf(about);
  const now = useServerNow(about);
  const decimals = decimalsFor(largestMean(answer));
  return (
    // On a phone the table scrolls, also by keyboard.
    <section className="start-scroll" role={tableRole} aria-label="Areas" tabIndex={0}>
      <table className="start-days">
        <Head days={answer.days} market={market} />
        <tbody>
          {answer.areas.map((row) => (
            <tr key={row.area}>
              <th scope="row">
                <ViewLink to={exploreOf(row.seriesId)}>{row.description}</ViewLink>
                {areaNote(row.area) !== '' && (
                  <span className="start-note">{areaNote(row.area)}</span>
                )}
              </th>
              {SHOWN.map((day) => (
                <DayCells
                  key={day}
                  {...{ row, day, decimals }}
                  subject={`${answer.balanceCategory} ${answer.days[day]}`}
                />
              ))}
              <RunCell row={row} category={answer.balanceCategory} now={now} />
              <ObservedCell row={row} market={market} subject={answer.balanceCategory} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly days: DayFiguresAnswer['days'];
  readonly market: Zone;
}

function Head({ days, market }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          Area
        </th>
        {SHOWN.map((day) => (
          <th key={day} scope="colgroup" colSpan={3}>
            {NAMES[day]}, {formatDay(market.dayOf(Date.parse(`${days[day]}T12:00Z`)))}
          </th>
        ))}
        <th scope="col" rowSpan={2}>
          Newest run
        </th>
        <th scope="col" rowSpan={2}>
          Last observed
        </th>
      </tr>
      <tr>
        {SHOWN.flatMap((day) => [
          <th key={`${day} base`} scope="col">
            Base
          </th>,
          <th key={`${day} change`} scope="col" title="Base against that of the day before">
            Change
          </th>,
          <th key={`${day} peak`} scope="col">
            Peak
          </th>,
        ])}
      </tr>
    </thead>
  );
}

/** All figures have the decimals of the largest, so that they compare. */
const largestMean = ({ areas }: DayFiguresAnswer): number =>
  Math.max(0, ...areas.flatMap(({ days }) => days.map(({ base }) => Math.abs(base?.mean ?? 0))));

interface DayCellsProps {
  readonly row: AreaRow;
  readonly day: number;
  readonly decimals: number;
  /** What the figures are of: others are no change of them. */
  readonly subject: string;
}

function DayCells({ row, day, decimals, subject }: DayCellsProps) {
  const { base, peak } = row.days[day]!;
  const change = changeOf(base, row.days[day - 1]!.base);
  return (
    <>
      <FigureCell {...{ decimals, subject }} figure={base} />
      <td className="figure">
        {change === undefined ? '–' : <Change value={change} decimals={decimals} />}
      </td>
      <FigureCell {...{ decimals, subject }} figure={peak} />
    </>
  );
}

interface FigureCellProps {
  readonly figure: DayFigure | null;
  readonly decimals: number;
  readonly subject: string;
}

function FigureCell({ figure, decimals, subject }: FigureCellProps) {
  const note = figure ? figureNote(figure) : '';
  const mark = useFresh(`${figure?.mean} ${note}`, subject);
  return (
    <td className="figure" {...mark}>
      {formatValue(figure?.mean, decimals)}
      {note !== '' && <span className="start-note">{note}</span>}
    </td>
  );
}

/** The sign for the eye, the direction in words for the ear. */
function Change({ value, decimals }: { readonly value: number; readonly decimals: number }) {
  const text = signedText(value, decimals);
  const words = /[1-9]/.test(text) ? (value > 0 ? 'up by' : 'down by') : 'the same:';
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="hidden-text">
        {words} {formatValue(Math.abs(value), decimals)}
      </span>
    </>
  );
}

interface ObservedCellProps {
  readonly row: AreaRow;
  readonly market: Zone;
  readonly subject: string;
}

function ObservedCell({ row, market, subject }: ObservedCellProps) {
  return (
    <td className="small" {...useFresh(row.lastTime, subject)}>
      {row.lastTime === null ? 'never' : formatMoment(readInstant(row.lastTime), market)}
      {row.late && <span className="start-late">late</span>}
    </td>
  );
}
