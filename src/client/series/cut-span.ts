// Cuts a span in two at a day of the market's calendar, so that no period of a resolution is cut. Days are named
// as dates, which the server reads in the market's time zone: the client needs to know no zone.

const DAY_MS = 86_400_000;

/** A span as the server takes it. `first` and `last` are about when it begins and ends. */
export interface CutSpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly first: number;
  readonly last: number;
}

/** Both halves; undefined if the span has no day inside at which it can be cut. */
export function halve(span: CutSpan, resolution: string): readonly [CutSpan, CutSpan] | undefined {
  const { first, last } = span;
  const middle = periodStart((first + last) / 2, resolution);
  // The market's midnight is at most a day from that of UTC.
  if (middle < first + DAY_MS || middle > last - DAY_MS) return undefined;
  return [
    { ...span, to: dateText(middle - DAY_MS), last: middle },
    { ...span, from: dateText(middle), first: middle },
  ];
}

/** Midnight UTC of the first day of the period that a time lies in. Blocks and finer values go by days. */
function periodStart(time: number, resolution: string): number {
  const day = new Date(Math.floor(time / DAY_MS) * DAY_MS);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  switch (resolution.trim().toLowerCase()) {
    case 'week':
      return day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
    case 'month':
      return Date.UTC(year, month);
    case 'quarter':
      return Date.UTC(year, month - (month % 3));
    case 'year':
      return Date.UTC(year, 0);
    default:
      return day.getTime();
  }
}

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);
