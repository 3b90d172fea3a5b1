// The views of panels, their titles and figures, the layout of a wallboard, and the address of boards.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DayFiguresAnswer } from '#contract/day-figures';
import { findZone } from '#core/time/zone';
import { forecastFigures } from '#explorer/pages/boards/panels/forecast-figures.ts';
import { startFigures } from '#explorer/pages/boards/panels/start-figures.ts';
import { panelViewOf, titleOfView } from '#explorer/pages/boards/parts/panel-view.ts';
import { rowsOf, wallLayout } from '#explorer/pages/boards/wall/wall-layout.ts';
import type { AreaForecast } from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { clockText, clockTextWithSeconds } from '#explorer/parts/clock-text.ts';
import { readAddress, writeAddress } from '#view/address/address';

describe('the address of boards', () => {
  it('the list, a board and a wallboard are written and read back', () => {
    for (const address of ['/boards', '/boards/3f9c', '/boards/3f9c?wall=1'])
      assert.equal(writeAddress(readAddress(address)), address);
    assert.deepEqual(readAddress('/boards'), { page: 'boards', board: '' });
    assert.deepEqual(readAddress('/boards/3f9c?wall=1'), {
      page: 'boards',
      board: '3f9c',
      wall: true,
    });
  });

  it('a list has no wallboard, and a longer path no page', () => {
    assert.equal(writeAddress(readAddress('/boards?wall=1')), '/boards');
    assert.equal(readAddress('/boards/3f9c/x').page, 'not-found');
  });
});

describe('the view of a panel', () => {
  it('the five pages can be panels, and nothing else', () => {
    for (const address of ['/', '/s/dehrprice', '/compare?s=a', '/f/DE', '/changes'])
      assert.ok(panelViewOf(address, 'market'), address);
    for (const address of ['/s', '/boards', '/account', '/docs', '/operator', '/x', 'http://['])
      assert.equal(panelViewOf(address, 'market'), undefined, address);
  });

  it('an address without a zone follows the reader, one with a zone does not', () => {
    const zoneOf = (address: string, zone: 'market' | 'utc') => {
      const view = panelViewOf(address, zone)!;
      return 'zone' in view ? view.zone : undefined;
    };
    assert.equal(zoneOf('/s/dehrprice', 'utc'), 'utc');
    assert.equal(zoneOf('/s/dehrprice?zone=utc', 'market'), 'utc');
    assert.equal(zoneOf('/changes', 'market'), 'market');
  });

  it('a panel without a title is named by its view', () => {
    const titleOf = (address: string): string => titleOfView(panelViewOf(address, 'market')!);
    assert.equal(titleOf('/s/dehrprice'), 'dehrprice');
    assert.equal(
      titleOf('/compare?s=dehrprice&s=frhrprice~-7&f=a-b'),
      'dehrprice, frhrprice~-7, a-b',
    );
    assert.equal(titleOf('/f/DE'), 'Germany: forecast of day-ahead price');
    assert.equal(titleOf('/changes'), 'What changed since yesterday');
    assert.equal(titleOf('/changes?since=7d'), 'What changed since 7d');
    assert.equal(titleOf('/'), 'Today and tomorrow');
  });
});

describe('the layout of a wallboard', () => {
  const halves = (count: number) =>
    Array.from({ length: count }, () => ({ width: 'half' as const }));
  const full = { width: 'full' as const };

  it('a full panel has a row of its own, and panels keep their order', () => {
    assert.equal(rowsOf(halves(4), 2), 2);
    assert.equal(rowsOf([...halves(1), full, ...halves(1)], 2), 3);
    assert.equal(rowsOf([full, ...halves(3)], 2), 3);
    assert.equal(rowsOf([], 2), 1);
  });

  it('four panels fill a screen of 1920 × 1080 without scrolling', () => {
    const { columns, rowHeight, zoom } = wallLayout(halves(4), { width: 1920, height: 1080 });
    assert.equal(columns, 2);
    assert.ok(zoom > 1.2, String(zoom));
    assert.ok(2 * (rowHeight + 12) + 46 <= 1080);
    assert.ok(rowHeight > 450);
  });

  it('a wide screen has three columns, a phone has one', () => {
    assert.equal(wallLayout(halves(6), { width: 2560, height: 1440 }).columns, 3);
    const phone = wallLayout(halves(6), { width: 390, height: 844 });
    assert.equal(phone.columns, 1);
    assert.equal(phone.zoom, 1);
    assert.ok(phone.chartHeight >= 200);
  });

  it('one panel fills the screen', () => {
    assert.equal(wallLayout(halves(1), { width: 1920, height: 1080 }).columns, 1);
    assert.ok(wallLayout([full], { width: 1920, height: 1080 }).rowHeight > 900);
  });
});

describe('the figures of panels', () => {
  const berlin = findZone('Europe/Berlin')!;

  it('a clock shows the time of the zone, also in the hour that comes twice', () => {
    const instant = Date.parse('2026-10-25T00:30:09Z');
    assert.equal(clockText(instant, berlin), '02:30');
    assert.equal(clockTextWithSeconds(instant + 3_600_000, berlin), '02:30:09');
  });

  it('a forecast has mean, min and max of the day of 25 hours, and newer less older', () => {
    const start = Date.parse('2026-10-24T22:00:00Z') / 1000;
    const times = Array.from({ length: 27 }, (_, i) => start + (i - 1) * 3600);
    const run = (issueTime: string, base: number) => ({
      ...{ issueTime, unit: 'EUR/MWh', times },
      values: times.map((_, i) => (i === 4 ? null : base + i)),
    });
    const chosen = run('2026-10-24T06:00:00Z', 100);
    const base = run('2026-10-24T00:00:00Z', 90);
    const forecast = {
      ...{ chosen, base, source: 'gridtide' },
      offered: { chosen: chosen.issueTime, newest: chosen.issueTime },
    } as unknown as AreaForecast;
    const delivery = { day: berlin.dayOf(start * 1000), start, end: start + 25 * 3600 };
    const now = Date.parse('2026-10-24T09:00:00Z');
    const figures = forecastFigures(forecast, delivery, berlin, now);
    const textOf = (name: string) => figures.find((one) => one.name === name)!;
    assert.equal(textOf('Min').text, '101.00');
    assert.equal(textOf('Min').note, 'Sun 25 Oct, 00:00');
    assert.equal(textOf('Max').text, '125.00');
    assert.equal(textOf('Max').note, 'Sun 25 Oct, 23:00');
    assert.match(textOf('Mean').note, /^Sun 25 Oct, 24 h$/);
    assert.equal(textOf('Change').text, '+10.00');
    assert.equal(textOf('Run').note, 'old, Sat 24 Oct 08:00 of gridtide');
  });

  it('an older run that is chosen still gives newer less older', () => {
    const times = [Date.parse('2026-11-14T00:00:00Z') / 1000];
    const older = { issueTime: '2026-11-12T06:00:00Z', unit: 'MWh', times, values: [5] };
    const newest = { ...older, issueTime: '2026-11-13T06:00:00Z', values: [3] };
    const forecast = {
      ...{ chosen: older, base: newest, source: 'x' },
      offered: { chosen: older.issueTime, newest: newest.issueTime },
    } as unknown as AreaForecast;
    const delivery = { day: 20_771, start: times[0]!, end: times[0]! + 3600 };
    const figures = forecastFigures(forecast, delivery, berlin, times[0]! * 1000);
    assert.equal(figures.find(({ name }) => name === 'Change')!.text, '−2.00');
  });

  it('the start page names the highest and the lowest base, with forecasts marked', () => {
    const dayOf = (mean: number, kind = 'observed') => ({
      base: { mean, count: 24, expected: 24, kind },
      peak: null,
    });
    const answer = {
      areas: [
        { description: 'A', days: [dayOf(1), dayOf(-5), dayOf(20, 'forecast')] },
        { description: 'B', days: [dayOf(1), dayOf(50), { base: null, peak: null }] },
      ],
    } as unknown as DayFiguresAnswer;
    assert.deepEqual(
      startFigures(answer).map(({ name, text, note }) => `${name}: ${text} ${note}`),
      [
        'Today, highest base: 50.00 B',
        'Today, lowest base: −5.00 A',
        'Tomorrow, highest base: 20.00 A, forecast',
        'Tomorrow, lowest base: 20.00 A, forecast',
      ],
    );
  });
});
