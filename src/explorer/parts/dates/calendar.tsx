// A month of market days by the ARIA grid pattern: arrows move by day and week, PageUp and PageDown by month
// (with Shift by year), Home and End to the ends of the week, Enter chooses, w chooses the whole week.

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { WeekRow } from '#explorer/parts/dates/week-row.tsx';
import {
  addMonths,
  type CalendarWeek,
  monthOfDay,
  moveDay,
  weeksOfMonth,
} from '#explorer/series/month-weeks.ts';
import { formatMonth } from '#view/values/time-text';

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
  const grid = useRef<HTMLTableElement>(null);
  const [active, moveTo] = useActiveDay(grid, opensAt, focusCount);
  const weeks = weeksOfMonth(monthOfDay(active));
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
          <WeekdayNames />
        </thead>
        <tbody>
          {weeks.map((week) => (
            <WeekRow
              key={week.days[0]}
              week={week}
              market={market}
              active={active}
              today={today}
              chosen={chosen}
              onChooseDay={onChooseDay}
              onChooseWeek={onChooseWeek}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WeekdayNames() {
  return (
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
  );
}

/** The day that the keys move, and moving it with or without the focus. */
function useActiveDay(
  grid: RefObject<HTMLTableElement | null>,
  opensAt: number,
  focusCount: number,
) {
  const [active, setActive] = useState(opensAt);
  const wantsFocus = useRef(false);
  // The calendar follows what is typed, without taking the focus.
  useEffect(() => {
    wantsFocus.current = false;
    setActive(opensAt);
  }, [opensAt]);
  useEffect(() => {
    wantsFocus.current = focusCount > 0;
    if (focusCount > 0) focusActive(grid.current);
  }, [grid, focusCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active day
  useEffect(() => {
    if (wantsFocus.current) focusActive(grid.current);
  }, [grid, active]);
  const moveTo = (day: number, withFocus: boolean): void => {
    wantsFocus.current = withFocus;
    setActive(day);
  };
  return [active, moveTo] as const;
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
