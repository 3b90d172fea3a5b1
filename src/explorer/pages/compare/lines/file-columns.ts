// The columns of a line in a file: its values and, if some are forecasts, what they are.

import { fileValues, type ShownLine } from '#view/compare/shown-line';

export function fileColumns(line: ShownLine) {
  const { times, kinds } = line;
  const name = headOf(line);
  const values = fileValues(line);
  const ofValues = { name, times, values };
  if (!kinds.some((kind, i) => kind !== 'observed' && values[i] !== null)) return [ofValues];
  const shownKinds = kinds.map((kind, i) => (values[i] === null ? null : kind));
  return [
    ofValues,
    { name: `${name}${name.includes(' ') ? ' ' : '_'}kind`, times, values: shownKinds },
  ];
}

/** Writes `frhrprice`, `frhrprice 7 days earlier`, or a formula as it is typed. */
function headOf({ name, series }: ShownLine): string {
  if (!series || series.shiftDays === 0) return name;
  const { seriesId, shiftDays } = series;
  const days = Math.abs(shiftDays);
  return `${seriesId} ${days} ${days === 1 ? 'day' : 'days'} ${shiftDays < 0 ? 'earlier' : 'later'}`;
}
