// Changes and Start as panels: their tables, or the areas of the largest change and the means of a day. Pure.

import type { ChangesAnswer } from '#contract/changes';
import type { DayFiguresAnswer } from '#contract/day-figures';
import { findCategory } from '#core/market/categories';
import type { Figure } from '#pictures/parts/figures';
import type { Table } from '#pictures/parts/table';
import { joinFacts, type ViewPanel, type ViewSetting, zoneOfView } from '#pictures/views/setting';
import type { StartView } from '#view/address/address';
import type { ChangesView } from '#view/address/changes-address';
import { type ChangeRow, hoursText, rowsOf } from '#view/tables/change-rows';
import { changeOf, type DayFigure, figureNote } from '#view/tables/day-change';
import { readInstant } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import { formatAgo, formatDay, formatMoment, zoneLabel, zoneLabelAt } from '#view/values/time-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

const MOST_ROWS = 40;
const MOST_FIGURES = 8;

const categoryName = (name: string): string => findCategory(name)?.description ?? name;

const moreNote = (count: number): string[] =>
  count > MOST_ROWS ? [`${count - MOST_ROWS} more areas not shown`] : [];

export function changesView(
  view: ChangesView,
  answer: ChangesAnswer,
  { market, isFigures }: ViewSetting,
): ViewPanel {
  const zone = zoneOfView(view, market);
  const since = readInstant(answer.since);
  const rows = rowsOf(answer, view.order);
  const decimals = decimalsFor(Math.max(0, ...rows.map(({ meanNow = 0 }) => Math.abs(meanNow))));
  const head = {
    title: `What changed: ${categoryName(answer.category)}`,
    facts: joinFacts(
      `today and tomorrow as known now, less as known on ${formatMoment(since, zone)} ${zoneLabelAt(since, zone)}`,
      rows[0]?.unit,
    ),
  };
  if (rows.length === 0) {
    const text = 'The plan has no area with hours of today and tomorrow.';
    return { ...head, content: { kind: 'message', text }, notes: [] };
  }
  if (isFigures) {
    const figures = rows.slice(0, MOST_FIGURES).map((row) => changeFigure(row, decimals));
    return { ...head, content: { kind: 'figures', groups: [{ name: '', figures }] }, notes: [] };
  }
  const table: Table = {
    columns: [
      { title: 'Area' },
      ...['Then', 'Now', 'Change', 'Largest'].map((title) => ({ title, isNumber: true })),
      { title: `At, ${zoneLabel(zone)}` },
      { title: 'Hours' },
    ],
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => [
        row.description,
        formatValue(row.meanThen, decimals),
        formatValue(row.meanNow, decimals),
        signedText(row.mean, decimals),
        signedText(row.largest?.change, decimals),
        row.largest && row.largest.change !== 0
          ? formatMoment(readInstant(row.largest.time), zone)
          : '',
        hoursText(row),
      ]),
  };
  return { ...head, content: { kind: 'table', table }, notes: moreNote(rows.length) };
}

const changeFigure = (row: ChangeRow, decimals: number): Figure => ({
  name: row.description,
  text: signedText(row.mean, decimals),
  note: `${formatValue(row.meanThen, decimals)} to ${formatValue(row.meanNow, decimals)}`,
});

/** The days that have columns. Yesterday has none: today is only compared with it. */
const SHOWN = [1, 2];
const NAMES = ['Yesterday', 'Today', 'Tomorrow'];

export function startView(
  _: StartView,
  answer: DayFiguresAnswer,
  { market, now, isFigures }: ViewSetting,
): ViewPanel {
  const { areas } = answer;
  const means = areas.flatMap(({ days }) => days.map(({ base }) => Math.abs(base?.mean ?? 0)));
  const decimals = decimalsFor(Math.max(0, ...means));
  const dayText = (day: number): string =>
    formatDay(market.dayOf(Date.parse(`${answer.days[day]}T12:00Z`)));
  const head = {
    title: `Today and tomorrow: ${categoryName(answer.balanceCategory)}`,
    facts: joinFacts(areas[0]?.unit, `${dayText(1)} and ${dayText(2)}`, zoneLabel(market)),
  };
  if (areas.length === 0) {
    const text = 'The plan has no area with hours of today and tomorrow.';
    return { ...head, content: { kind: 'message', text }, notes: [] };
  }
  if (isFigures) {
    const figures = areas
      .slice(0, MOST_FIGURES)
      .map(({ description, days }) => todayFigure(description, days, decimals));
    return { ...head, content: { kind: 'figures', groups: [{ name: '', figures }] }, notes: [] };
  }
  const table: Table = {
    columns: [
      { title: 'Area' },
      ...SHOWN.flatMap((day) =>
        ['base', 'change', 'peak'].map((part) => ({
          title: `${NAMES[day]} ${part}`,
          isNumber: true,
        })),
      ),
      { title: 'Newest run' },
    ],
    rows: areas.slice(0, MOST_ROWS).map(({ description, days, analyzedTime, source }) => [
      description,
      ...SHOWN.flatMap((day) => {
        const { base, peak } = days[day]!;
        const change = changeOf(base, days[day - 1]!.base);
        return [
          cellOf(base, decimals),
          change === undefined ? '–' : signedText(change, decimals),
          cellOf(peak, decimals),
        ];
      }),
      analyzedTime === null ? 'none' : `${source} ${formatAgo(readInstant(analyzedTime), now)}`,
    ]),
  };
  const notes = ['f: forecast · p: partly forecast or of a part of the day'];
  return {
    ...head,
    content: { kind: 'table', table },
    notes: [...notes, ...moreNote(areas.length)],
  };
}

/** A figure with a letter if it is not observed and whole. */
function cellOf(figure: DayFigure | null, decimals: number): string {
  const text = formatValue(figure?.mean, decimals);
  const note = figure ? figureNote(figure) : '';
  if (note === '') return text;
  return `${text} ${note === 'forecast' ? 'f' : 'p'}`;
}

function todayFigure(
  name: string,
  days: DayFiguresAnswer['areas'][number]['days'],
  decimals: number,
): Figure {
  const [, today, tomorrow] = days;
  const change = changeOf(today!.base, days[0]!.base);
  return {
    name,
    text: formatValue(today!.base?.mean, decimals),
    note: joinFacts(
      change === undefined ? undefined : signedText(change, decimals),
      `tomorrow ${formatValue(tomorrow!.base?.mean, decimals)}`,
    ),
  };
}
