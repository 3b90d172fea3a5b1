// The table of a comparison: the newest times that any line has, each line a column. Pure.

import type { Zone } from '#core/time/zone';
import type { ViewPanel } from '#pictures/views/setting';
import { intervalText } from '#view/axes/time-text';
import type { ShownLine } from '#view/compare/shown-line';
import { zoneLabel } from '#view/values/time-text';
import { formatValue } from '#view/values/value-text';

const MOST_ROWS = 24;

export function comparedTable(
  lines: readonly ShownLine[],
  zone: Zone,
  notes: readonly string[],
): Omit<ViewPanel, 'title' | 'facts'> {
  const all = [...new Set(lines.flatMap(({ times }) => [...times]))].sort((a, b) => b - a);
  const endTime = Math.max(...lines.map((line) => line.endTime));
  const places = lines.map(({ times }) => new Map(times.map((time, i) => [time, i])));
  const rows = all
    .slice(0, MOST_ROWS)
    .map((time, row) => [
      intervalText(time, all[row - 1] ?? endTime, zone),
      ...lines.map(({ values, decimals }, i) =>
        formatValue(values[places[i]!.get(time) ?? -1], decimals),
      ),
    ]);
  const older = all.length - rows.length;
  const columns = [
    { title: `Time, ${zoneLabel(zone)}` },
    ...lines.map(({ label, unit }) => ({ title: `${label}, ${unit}`, isNumber: true })),
  ];
  return {
    content: { kind: 'table', table: { columns, rows } },
    notes: [
      ...(older > 0 ? [`${older} older ${older === 1 ? 'row' : 'rows'} not shown`] : []),
      ...notes,
    ],
  };
}
