// The days of clock changes on the chart's axis, in browsers of three time zones: each label stands at
// its time, and the browser's own zone does not matter.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { firstCases } from '../../harness/rounds.ts';
import { rememberTexts, type TimeLabel, timeLabels } from './drawn-labels.ts';
import { clockText, dayText } from './expected-text.ts';
import { openExplorer, SIDE_BY_SIDE, type Visit } from './open-explorer.ts';

/** The first is farthest from the market. */
const BROWSER_ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'];
const AXES = [
  ['CET/CEST', 'Europe/Berlin'],
  ['UTC', 'UTC'],
] as const;

/** The seconds since 1970 of a UTC text. */
const seconds = (utc: string): number => Date.parse(utc) / 1000;

/** The first day, the last day, and when they begin and end. */
const SPANS = [
  ['2026-03-28', '2026-03-30', seconds('2026-03-27T23:00Z'), seconds('2026-03-30T22:00Z')],
  ['2026-03-29', '2026-03-29', seconds('2026-03-28T23:00Z'), seconds('2026-03-29T22:00Z')],
  ['2025-10-26', '2025-10-26', seconds('2025-10-25T22:00Z'), seconds('2025-10-26T23:00Z')],
] as const;

/** Every whole hour of a span whose clock time is a multiple of `step`; a repeated hour counts once. */
function expectedLabels(start: number, end: number, step: number, zone: string): string[] {
  const labels: string[] = [];
  for (let time = start; time <= end; time += 3600) {
    const clock = clockText(time, zone);
    const isAgain = clockText(time - 3600, zone) === clock;
    if (Number(clock.slice(0, 2)) % step === 0 && !isAgain) labels.push(`${clock} at ${time}`);
  }
  return labels;
}

const hourOf = ({ clock }: TimeLabel): number => Number(clock.slice(0, 2));

/** The hours between most labels. */
function stepOf(labels: readonly TimeLabel[]): number {
  const steps = labels.slice(1).map((label, i) => (hourOf(label) - hourOf(labels[i]!) + 24) % 24);
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
}

async function checkAxis(page: Page, start: number, end: number, zone: string): Promise<void> {
  const labels = await timeLabels(page.locator('.chart'), { start, end });
  const step = stepOf(labels);
  const shown = labels.map(({ clock, time }) => `${clock} at ${time}`);
  const expected = expectedLabels(start, end, step, zone);
  assert.ok(expected.length >= 4);
  // A label that would be cut off at the right edge is left out.
  assert.deepEqual(shown, expected.slice(0, Math.max(shown.length, expected.length - 1)));
  for (const { note, time } of labels.filter(({ clock }) => clock === '00:00')) {
    const [day] = dayText(time, zone).split(/ 20\d\d/);
    if (note !== '') assert.equal(note, day);
  }
}

async function checkSpans(visit: Visit): Promise<void> {
  await rememberTexts(visit.page);
  for (const [from, to, start, end] of SPANS) {
    await visit.open(`/s/dehrprice?from=${from}&to=${to}`);
    for (const [name, zone] of AXES) {
      await visit.page.getByRole('button', { name, exact: true }).click();
      await checkAxis(visit.page, start, end, zone);
    }
  }
}

describe('the days of clock changes', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  for (const timezoneId of firstCases(BROWSER_ZONES)) {
    explorer.it(
      `the days of clock changes have a right axis in a browser of ${timezoneId}`,
      { timezoneId },
      async (visit) => {
        await checkSpans(visit);
        await visit.keepPicture(`clock-change-${timezoneId.replace('/', '-')}`);
      },
    );
  }

  explorer.it(
    'the axis shows the hour that comes twice as two hours, and never the one that is skipped',
    { timezoneId: 'America/Los_Angeles' },
    async (visit) => {
      const { page } = visit;
      await rememberTexts(page);
      await visit.open('/s/dehrprice?from=2025-10-26T00:00&to=2025-10-26T05:00');
      const autumn = { start: seconds('2025-10-25T22:00Z'), end: seconds('2025-10-26T05:00Z') };
      const hours = await timeLabels(page.locator('.chart'), autumn);
      assert.deepEqual(
        hours.slice(0, 5).map(({ clock, time }) => [clock, (time - autumn.start) / 3600]),
        [
          ['00:00', 0],
          ['01:00', 1],
          ['02:00', 2],
          ['02:00', 3],
          ['03:00', 4],
        ],
      );
      assert.equal(hours[3]!.note, 'again');
      await visit.open('/s/dehrprice?from=2026-03-29T00:00&to=2026-03-29T05:00');
      const spring = { start: seconds('2026-03-28T23:00Z'), end: seconds('2026-03-29T04:00Z') };
      const labels = await timeLabels(page.locator('.chart'), spring);
      assert.ok(!labels.some(({ clock }) => clock.startsWith('02:')));
      assert.ok(
        labels.some(({ clock, time }) => clock === '03:00' && time === spring.start + 7200),
      );
    },
  );

  explorer.itLong(
    'the cursor reads the autumn day hour by hour, with the offset if the clock is ambiguous',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?from=2025-10-26&to=2025-10-26');
      const plot = page.getByRole('application');
      await plot.focus();
      await plot.press('Home');
      const times: string[] = [];
      for (let hour = 0; hour < 5; hour++) {
        times.push((await page.locator('.chart-readout strong').textContent())!);
        await plot.press('ArrowRight');
      }
      assert.deepEqual(times, [
        'Sun 26 Oct 2025, 00:00',
        'Sun 26 Oct 2025, 01:00',
        'Sun 26 Oct 2025, 02:00 (+02:00)',
        'Sun 26 Oct 2025, 02:00 (+01:00)',
        'Sun 26 Oct 2025, 03:00',
      ]);
    },
  );
});
