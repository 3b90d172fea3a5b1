// The days of a DateTime keyword by Temporal's own calendar: the reference for random shifts.

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export interface ReferenceDays {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

type Day = Temporal.PlainDate;

const oneDay = (day: Day): ReferenceDays => ({ first: day, last: day });
const monthsFrom = (first: Day, months: number): ReferenceDays => ({
  first,
  last: first.add({ months }).subtract({ days: 1 }),
});
const endOf = ({ last }: ReferenceDays): ReferenceDays => oneDay(last);
const beginningOf = ({ first }: ReferenceDays): ReferenceDays => oneDay(first);

/** The first and last day of a keyword's period, for today and a shift in the keyword's own unit. */
export function referenceDays(keyword: string, today: Day, shift: number): ReferenceDays {
  const quarter = /^(eo)?q([1-4])$/.exec(keyword);
  if (quarter) {
    const opening = today.with({ month: Number(quarter[2]) * 3 - 2, day: 1 });
    const days = monthsFrom(opening.add({ years: shift }), 3);
    return quarter[1] ? endOf(days) : days;
  }
  if (WEEKDAYS.includes(keyword) || keyword === 'eow') {
    const wanted = keyword === 'eow' ? 7 : WEEKDAYS.indexOf(keyword) + 1;
    return oneDay(today.add({ days: wanted - today.dayOfWeek }).add({ weeks: shift }));
  }
  const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: shift });
  const month = monthsFrom(today.with({ day: 1 }).add({ months: shift }), 1);
  const quarterMonth = Math.ceil(today.month / 3) * 3 - 2;
  const thisQuarter = today.with({ month: quarterMonth, day: 1 });
  const wholeQuarter = monthsFrom(thisQuarter.add({ months: 3 * shift }), 3);
  const year = monthsFrom(today.with({ month: 1, day: 1 }).add({ years: shift }), 12);
  const september = today.with({ month: 9, day: 1 });
  const isOpen = Temporal.PlainDate.compare(today, september) >= 0;
  const opening = isOpen ? september : september.subtract({ years: 1 });
  const hydrological = monthsFrom(opening.add({ years: shift }), 12);
  switch (keyword) {
    case 'today':
      return oneDay(today.add({ days: shift }));
    case 'tomorrow':
    case 'dayahead':
      return oneDay(today.add({ days: 1 + shift }));
    case 'yesterday':
      return oneDay(today.add({ days: shift - 1 }));
    case 'week':
      return { first: monday, last: monday.add({ days: 6 }) };
    case 'bow':
      return oneDay(monday);
    case 'month':
      return month;
    case 'eom':
      return endOf(month);
    case 'bom':
      return beginningOf(month);
    case 'quarter':
      return wholeQuarter;
    case 'boq':
      return beginningOf(wholeQuarter);
    case 'eoq':
      return endOf(wholeQuarter);
    case 'year':
      return year;
    case 'boy':
      return beginningOf(year);
    case 'eoy':
      return endOf(year);
    case 'bohy':
      return beginningOf(hydrological);
    case 'eohy':
      return endOf(hydrological);
    default:
      throw new Error(`the reference does not know ${keyword}`);
  }
}
