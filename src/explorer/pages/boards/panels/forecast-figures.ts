// The figures of a forecast: the next delivery day, and what the newest run changed. Pure.

import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ShownFigure } from '#explorer/pages/boards/parts/figure-list.tsx';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { newestRunAge } from '#explorer/pages/forecasts/runs/newest-run-age.ts';
import type { Delivery } from '#explorer/pages/forecasts/runs/use-area-forecast.ts';
import { clockText } from '#explorer/parts/clock-text.ts';
import { issueText, shortDay } from '#view/runs/issue-text';
import { differenceOf, type Run } from '#view/runs/run-difference';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

export function forecastFigures(
  { chosen, base, offered, source }: AreaForecast,
  delivery: Delivery,
  zone: Zone,
  now: Instant,
): ShownFigure[] {
  if (!chosen) return [];
  const hours = hoursOf(chosen, delivery);
  const decimals = decimalsFor(Math.max(0, ...hours.map(({ value }) => Math.abs(value))));
  const day = shortDay(delivery.day);
  const [least, most] = [hours[0], hours.at(-1)];
  const run = {
    name: 'Run',
    text: newestRunAge(Date.parse(chosen.issueTime), now).text,
    note: `old, ${issueText(chosen.issueTime, zone)} of ${source}`,
  };
  if (!least || !most) return [run];
  const mean = hours.reduce((sum, { value }) => sum + value, 0) / hours.length;
  const at = (hour: { time: number; value: number }, name: string): ShownFigure => ({
    name,
    text: formatValue(hour.value, decimals),
    note: `${day}, ${clockText(hour.time * 1_000, zone)}`,
  });
  return [
    { name: 'Mean', text: formatValue(mean, decimals), note: `${day}, ${hours.length} h` },
    at(least, 'Min'),
    at(most, 'Max'),
    ...changeOf(chosen, base, offered.chosen === offered.newest, decimals, zone),
    run,
  ];
}

/** The hours of the delivery day that have a value, from the lowest to the highest. */
const hoursOf = ({ times, values }: Run, { start, end }: Delivery) =>
  times
    .flatMap((time, i) => {
      const value = values[i] ?? null;
      return value === null || time < start || time >= end ? [] : [{ time, value }];
    })
    .sort((a, b) => a.value - b.value);

/** Newer less older, over the hours that both runs have. */
function changeOf(
  chosen: Run,
  base: Run | undefined,
  isNewest: boolean,
  decimals: number,
  zone: Zone,
): ShownFigure[] {
  if (!base) return [];
  const [newer, older] = isNewest ? [chosen, base] : [base, chosen];
  const { mean, count } = differenceOf(newer, older);
  if (mean === undefined) return [];
  const note = `${issueText(newer.issueTime, zone)} less ${issueText(older.issueTime, zone)}, ${count} h`;
  return [{ name: 'Change', text: signedText(mean, decimals), note }];
}
