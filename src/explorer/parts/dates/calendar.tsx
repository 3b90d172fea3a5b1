// A month of market days by the ARIA grid pattern: arrows move by day and week, PageUp and PageDown by month
// (with Shift by year), Home and End to the ends of the week, Enter chooses, w chooses the whole week.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { civilOfDay } from '#core/time/civil';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import {
  addMonths,
  type CalendarWeek,
  hoursOfDay,
  monthOfDay,
  moveDay,
  weeksOfMonth,
} from '#explorer/series/month-weeks.ts';
import { formatDay, formatMonth } from '#explorer/series/time-text.ts';

interface CalendarProps {
  readonly market: Zone;
  readonly today: number;
  /** The day on which the calendar opens. */
  readonly opensAt: number;
  /** The days of From and To, which are marked. */
  readonly chosen: IndexSpan | undefined;
  /** Counts requests to move the focus into the days. */
  readonly focusCount: number;
  readonly onChooseDay: (dayNumber: number) => void;
  readonly onChooseWeek: (week: CalendarWeek) => void;
}

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const FULL = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function Calendar(props: CalendarProps) {
  const { market, today, opensAt, chosen, focusCount, onChooseDay, onChooseWeek } = props;
  const [active, setActive] = useState(opensAt);
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  // The calendar follows what is typed, without taking the focus.
  useEffect(() => {
    wantsFocus.current = false;
    setActive(opensAt);
  }, [opensAt]);
  useEffect(() => {
    wantsFocus.current = focusCount > 0;
    if (focusCount > 0) focusActive(grid.current);
  }, [focusCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active day
  useEffect(() => {
    if (wantsFocus.current) focusActive(grid.current);
  }, [active]);

  const weeks = weeksOfMonth(monthOfDay(active));
  const moveTo = (day: number, withFocus: boolean): void => {
    wantsFocus.current = withFocus;
    setActive(day);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const next = hasModifier ? undefined : moveDay(active, event.key, event.shiftKey);
    if (next !== undefined) moveTo(next, true);
    else if (event.key === 'Enter' || event.key === ' ') onChooseDay(active);
    else if (event.key === 'w' && !hasModifier) {
      onChooseWeek(weeks.find(({ days }) => days.includes(active))!);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="calendar">
      <div className="calendar-head">
        <MonthButton
          name="Month before"
          sign="‹"
          onClick={() => moveTo(addMonths(active, -1), false)}
        />
        <strong role="status">{formatMonth(active)}</strong>
        <MonthButton
          name="Month after"
          sign="›"
          onClick={() => moveTo(addMonths(active, 1), false)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is a grid by the ARIA pattern */}
      <table ref={grid} role="grid" aria-label={formatMonth(active)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" abbr="Week">
              <span className="dim">Wk</span>
            </th>
            {WEEKDAYS.map((name, i) => (
              <th key={name} scope="col" abbr={FULL[i]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.days[0]}>
              <th scope="row">
                <button
                  type="button"
                  className="calendar-week"
                  tabIndex={-1}
                  title="The whole week (key w)"
                  aria-label={`Week ${week.week} of ${week.year}`}
                  onClick={() => onChooseWeek(week)}
                >
                  {week.week}
                </button>
              </th>
              {week.days.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  market={market}
                  isOutside={monthOfDay(day) !== monthOfDay(active)}
                  isActive={day === active}
                  isToday={day === today}
                  isChosen={chosen !== undefined && day >= chosen.start && day < chosen.end}
                  onChoose={() => onChooseDay(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const focusActive = (grid: HTMLTableElement | null): void =>
  grid?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();

function MonthButton(props: { name: string; sign: string; onClick: () => void }) {
  return (
    <button type="button" className="button quiet" aria-label={props.name} onClick={props.onClick}>
      {props.sign}
    </button>
  );
}

interface DayCellProps {
  readonly day: number;
  readonly market: Zone;
  /** Whether the day belongs to the month before or after. */
  readonly isOutside: boolean;
  readonly isActive: boolean;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function DayCell(props: DayCellProps) {
  const { day, market, isOutside, isActive, isToday, isChosen, onChoose } = props;
  const hours = hoursOfDay(day, market);
  const change = hours === 24 ? '' : `, the clock changes: ${hours} hours`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the grid
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
    <td
      className={isOutside ? 'calendar-day is-outside' : 'calendar-day'}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${formatDay(day)}${change}`}
      data-hours={hours === 24 ? undefined : `${hours} h`}
      title={change === '' ? undefined : `The clock changes: ${hours} hours`}
      onClick={onChoose}
    >
      {civilOfDay(day).day}
    </td>
  );
}
