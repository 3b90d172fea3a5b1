// A week of the calendar: its number, which chooses the week, and its days.

import { civilOfDay } from '#core/time/civil';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { type CalendarWeek, hoursOfDay, monthOfDay } from '#explorer/series/month-weeks.ts';
import { formatDay } from '#view/values/time-text';

interface WeekRowProps {
  readonly week: CalendarWeek;
  readonly market: Zone;
  /** The day that the keys move. */
  readonly active: number;
  readonly today: number;
  readonly chosen: IndexSpan | undefined;
  readonly onChooseDay: (dayNumber: number) => void;
  readonly onChooseWeek: (week: CalendarWeek) => void;
}

export function WeekRow(props: WeekRowProps) {
  const { week, market, active, today, chosen, onChooseDay, onChooseWeek } = props;
  return (
    <tr>
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
