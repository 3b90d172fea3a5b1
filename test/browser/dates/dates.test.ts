// Dates for people: the calendar, the spans and the keywords beneath From and To, and the steps beside them.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf, parameterOf } from '../page-address.ts';

const fromOf = (page: Page): Locator => page.getByLabel('From', { exact: true });
const toOf = (page: Page): Locator => page.getByLabel('To', { exact: true });
const choicesOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /The (first|last) day or time/ });

/** Opens the choices of a field and waits until they are loaded. */
async function openChoices(page: Page, field: Locator): Promise<Locator> {
  await field.click();
  const choices = choicesOf(page);
  await choices.getByRole('grid').waitFor();
  return choices;
}

const isFocused = async (field: Locator): Promise<boolean> =>
  (await field.page().evaluate('document.activeElement.id')) === (await field.getAttribute('id'));

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate('document.activeElement.getAttribute("aria-label")');

describe('From and To for people', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong('the focus opens a calendar that is loaded only then', async (visit) => {
    const { page } = visit;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await visit.open('/s/dehrprice');
    const isLoaded = (): boolean => loaded.some((path) => path.includes('moment-popover'));
    assert.equal(isLoaded(), false);
    await fromOf(page).focus();
    await choicesOf(page).getByRole('grid', { name: 'Oct 2026' }).waitFor();
    assert.equal(isLoaded(), true);
    assert.equal(await fromOf(page).getAttribute('aria-expanded'), 'true');
    // The days shown are marked: 30 and 31 October, and 1 November in the last row.
    const chosen = choicesOf(page).locator('[aria-selected="true"]');
    assert.equal(await chosen.count(), 3);
    await fromOf(page).press('Escape');
    assert.equal(await choicesOf(page).count(), 0);
    await fromOf(page).click();
    await choicesOf(page).waitFor();
    await fromOf(page).press('Tab');
    assert.equal(await choicesOf(page).getByRole('grid', { name: 'Oct 2026' }).count(), 0);
  });

  explorer.itLong(
    'a day of the calendar becomes From, and a day before From becomes both',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const choices = await openChoices(page, fromOf(page));
      await choices.getByRole('gridcell', { name: 'Sat 31 Oct 2026', exact: true }).click();
      await visit.rest();
      assert.equal(parameterOf(page, 'from'), '2026-10-31');
      assert.equal(await choices.count(), 0);
      const ofTo = await openChoices(page, toOf(page));
      await ofTo.getByRole('button', { name: 'Month before' }).click();
      await ofTo.getByRole('gridcell', { name: 'Mon 26 Oct 2026', exact: true }).click();
      await visit.rest();
      assert.equal(addressOf(page), '/s/dehrprice?from=2026-10-26&to=2026-10-26');
    },
  );

  explorer.itLong('keys move through the calendar and Enter chooses', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-11-13&to=2026-11-13');
    await fromOf(page).focus();
    await fromOf(page).press('ArrowDown');
    const steps = [
      [undefined, 'Fri 13 Nov 2026'],
      ['ArrowLeft', 'Thu 12 Nov 2026'],
      ['ArrowUp', 'Thu 5 Nov 2026'],
      ['Home', 'Mon 2 Nov 2026'],
      ['End', 'Sun 8 Nov 2026'],
      ['PageUp', 'Thu 8 Oct 2026'],
      ['Shift+PageDown', 'Fri 8 Oct 2027'],
      ['Shift+PageUp', 'Thu 8 Oct 2026'],
      ['ArrowDown', 'Thu 15 Oct 2026'],
      ['ArrowRight', 'Fri 16 Oct 2026'],
    ] as const;
    for (const [key, name] of steps) {
      if (key) await page.keyboard.press(key);
      await eventually(async () => assert.equal(await focusedName(page), name));
    }
    await choicesOf(page).getByRole('grid', { name: 'Oct 2026' }).waitFor();
    await page.keyboard.press('Enter');
    await visit.rest();
    assert.equal(parameterOf(page, 'from'), '2026-10-16');
    // The focus is back in the field, which stays closed.
    assert.equal(await isFocused(fromOf(page)), true);
    assert.equal(await choicesOf(page).count(), 0);
  });

  explorer.itLong('Escape in the calendar closes it and changes nothing', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    await toOf(page).focus();
    await toOf(page).press('ArrowDown');
    await eventually(async () => assert.equal(await focusedName(page), 'Fri 20 Nov 2026'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    assert.equal(await choicesOf(page).count(), 0);
    assert.equal(addressOf(page), '/s/dehrprice');
    assert.equal(await isFocused(toOf(page)), true);
  });

  explorer.itLong('weeks have numbers, which choose them, as the key w does', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const choices = await openChoices(page, fromOf(page));
    await choices.getByRole('button', { name: 'Week 43 of 2026' }).click();
    await visit.rest();
    assert.equal(addressOf(page), '/s/dehrprice?from=2026-W43&to=2026-W43');
    // 25 October has an hour more.
    assert.match((await page.getByText(/as stored/).textContent())!, / 169 values/);
    await fromOf(page).press('ArrowDown');
    await eventually(async () => assert.equal(await focusedName(page), 'Mon 19 Oct 2026'));
    await page.keyboard.press('PageDown');
    await page.keyboard.press('w');
    await visit.rest();
    assert.equal(addressOf(page), '/s/dehrprice?from=2026-W47&to=2026-W47');
  });

  explorer.itLong('the days on which the clock changes are marked', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=2026-10-20&to=2026-11-01');
    const choices = await openChoices(page, fromOf(page));
    const long = choices.getByRole('gridcell', { name: /the clock changes: 25 hours/ });
    assert.equal(
      await long.getAttribute('aria-label'),
      'Sun 25 Oct 2026, the clock changes: 25 hours',
    );
    assert.equal(await long.getAttribute('data-hours'), '25 h');
    for (let i = 0; i < 7; i++) await choices.getByRole('button', { name: 'Month before' }).click();
    const short = choices.getByRole('gridcell', { name: /the clock changes: 23 hours/ });
    assert.match((await short.getAttribute('aria-label'))!, /^Sun 29 Mar 2026/);
  });

  explorer.it('presets name From and To by keywords', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice');
    const expected = [
      ['Yesterday', 'from=yesterday&to=yesterday'],
      ['Today', 'from=today&to=today'],
      ['Day-ahead', 'from=dayahead&to=dayahead'],
      ['This week', 'from=week&to=week'],
      ['Last week', 'from=week-1&to=week-1'],
      ['This month', 'from=month&to=month'],
      ['Last month', 'from=month-1&to=month-1'],
      ['Same week last year', 'from=week-52&to=week-52'],
    ] as const;
    for (const [name, query] of expected) {
      const choices = await openChoices(page, fromOf(page));
      await choices.getByRole('button', { name, exact: true }).click();
      await visit.rest();
      assert.equal(addressOf(page), `/s/dehrprice?${query}`);
    }
    await page.goBack();
    await visit.rest();
    assert.equal(parameterOf(page, 'from'), 'month-1');
  });

  explorer.itLong(
    'keywords are listed with what they come to, filtered while typing',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const choices = await openChoices(page, fromOf(page));
      const keywords = choices.getByRole('group', { name: 'Keywords' }).getByRole('button');
      assert.equal(await keywords.count(), 35);
      await fromOf(page).fill('bo');
      assert.deepEqual(await keywords.allInnerTexts(), [
        'bow\nMon 9 Nov 2026',
        'bom\nSun 1 Nov 2026',
        'boq\nThu 1 Oct 2026',
        'boy\nThu 1 Jan 2026',
        'bohy\nTue 1 Sep 2026',
      ]);
      await fromOf(page).fill('week');
      assert.match(await keywords.first().innerText(), /^week\nMon 9 Nov 2026 – Sun 15 Nov 2026$/);
      await keywords.first().click();
      await visit.rest();
      assert.equal(parameterOf(page, 'from'), 'week');
      assert.equal(await fromOf(page).inputValue(), 'week');
    },
  );

  explorer.itLong(
    'dates as people write them are understood, and a mistake gets a button',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const note = async (): Promise<string> => {
        const id = await fromOf(page).getAttribute('aria-describedby');
        return (await page.locator(`[id="${id}"]`).textContent())!;
      };
      for (const text of ['9 Nov 2026', 'Mon 9 Nov 2026', '9. Nov 2026', '09.11.2026', 'monday']) {
        await fromOf(page).fill(text);
        assert.equal(await note(), 'Mon 9 Nov 2026, 00:00', text);
      }
      const mistakes = [
        ['last week', 'Use week-1'],
        ['-7d', 'Use today-7'],
        ['Tue 9 Nov 2026', 'Use 2026-11-09'],
        ['11/12/2026', 'Use 2026-11-12'],
      ] as const;
      for (const [text, button] of mistakes) {
        await fromOf(page).fill(text);
        await page.getByRole('button', { name: button, exact: true }).waitFor();
        assert.equal(await fromOf(page).getAttribute('aria-invalid'), 'true');
      }
      await page.getByRole('button', { name: 'Use 2026-11-12', exact: true }).click();
      await visit.rest();
      assert.equal(parameterOf(page, 'from'), '2026-11-12');
      assert.equal(await fromOf(page).inputValue(), '2026-11-12');
    },
  );

  explorer.itLong('a plus that the address lost is a plus in the field', async ({ page, open }) => {
    await open('/s/dehrprice?from=today-3&to=today 2');
    assert.equal(await toOf(page).inputValue(), 'today+2');
    await page.getByText('Tue 10 Nov 2026 – Sun 15 Nov 2026').waitFor();
  });

  explorer.itLong('the buttons beside the range step by its span', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?from=week&to=week');
    const [earlier, later] = ['Earlier by the same span', 'Later by the same span'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    const expected = [
      [earlier, 'from=week-1&to=week-1', 'Mon 2 Nov 2026 – Sun 8 Nov 2026'],
      [earlier, 'from=week-2&to=week-2', 'Mon 26 Oct 2026 – Sun 1 Nov 2026'],
      // The week of the clock change.
      [earlier, 'from=week-3&to=week-3', 'Mon 19 Oct 2026 – Sun 25 Oct 2026'],
      [later, 'from=week-2&to=week-2', 'Mon 26 Oct 2026 – Sun 1 Nov 2026'],
    ] as const;
    for (const [button, query, days] of expected) {
      await button!.click();
      await visit.rest();
      assert.equal(addressOf(page), `/s/dehrprice?${query}`);
      await page.locator('.chart-readout').getByText(days).waitFor();
    }
    await visit.open('/compare?s=dehrprice&from=2026-10&to=2026-10');
    await earlier!.click();
    await visit.rest();
    assert.equal(parameterOf(page, 'from'), '2026-09');
    assert.equal(parameterOf(page, 'to'), '2026-09');
  });

  explorer.itLong(
    'a series without a span in its address shows one by its resolution',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/hpddanoresa');
      assert.equal(await fromOf(page).inputValue(), 'week-104');
      assert.equal(addressOf(page), '/s/hpddanoresa');
      await page.locator('.chart canvas').waitFor();
      await page.getByRole('tab', { name: 'Table' }).click();
      assert.equal(addressOf(page), '/s/hpddanoresa?tab=table');
      await page.getByRole('button', { name: '14d', exact: true }).click();
      await visit.rest();
      assert.equal(addressOf(page), '/s/hpddanoresa?from=today-14&tab=table');
    },
  );
});

describe('the choices of From and To on every screen', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.itLong(
    'the popover has no axe violation in light and dark',
    { reducedMotion: 'reduce' },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice?from=2026-10-20&to=2026-11-01');
      await openChoices(page, fromOf(page));
      await lookOver(visit, 'dates');
    },
  );

  explorer.itLong(
    'on a phone the choices are a sheet that fits, without an axe violation',
    { reducedMotion: 'reduce', viewport: { width: 390, height: 844 }, hasTouch: true },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      await page.getByRole('button', { name: 'Fri 30 Oct – Fri 20 Nov 2026' }).tap();
      await toOf(page).tap();
      const sheet = choicesOf(page);
      await sheet.getByRole('grid').waitFor();
      const { x, y, width, height } = (await sheet.boundingBox())!;
      assert.equal(x, 0);
      assert.equal(width, 390);
      assert.equal(Math.round(y + height), 844);
      await lookOver(visit, 'dates-sheet');
      await page.setViewportSize({ width: 390, height: 844 });
      await sheet.getByRole('textbox', { name: 'A date or a keyword' }).fill('2026-11-12');
      await sheet.getByRole('button', { name: 'Done' }).tap();
      await visit.rest();
      assert.equal(parameterOf(page, 'to'), '2026-11-12');
      assert.equal(await sheet.count(), 0);
      await fromOf(page).tap();
      await sheet.getByRole('button', { name: 'Last week' }).tap();
      await visit.rest();
      assert.equal(addressOf(page), '/s/dehrprice?from=week-1&to=week-1');
      assert.equal(await sheet.count(), 0);
    },
  );
});
