// Every page in light and dark, on a desktop and on a phone.

import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { firstCases, isLong, rounds } from '../../harness/rounds.ts';
import { lookOver, STATES } from './look-over.ts';
import { openExplorer, SIDE_BY_SIDE, type UserName } from './open-explorer.ts';

interface PageCase {
  readonly name: string;
  readonly path: string;
  readonly userName?: UserName | null;
  readonly faults?: readonly RegExp[];
  /** Axe looks at it in each state in the gate too: it has most of the colours and of the parts. */
  readonly isEachState?: true;
  /** What a person does before the page is checked. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const CASES: readonly PageCase[] = [
  { name: 'sign-in', path: '/', userName: null },
  { name: 'start', path: '/' },
  { name: 'explore', path: '/s/dehrprice', isEachState: true },
  { name: 'compare', path: '/compare?s=dehrprice&s=dehrwind&s=frhrprice&s=nlhrprice&s=behrprice' },
  { name: 'forecasts', path: '/f/DE?hour=2026-11-14T17%3A00%3A00Z' },
  { name: 'account', path: '/account' },
  {
    name: 'reference',
    path: '/docs',
    userName: null,
    // What is far below is drawn when it comes near. All cards are alike: axe takes 15 s for all of them.
    prepare: async (page) => {
      const cards = await page.locator('.reference-operation').all();
      for (const card of cards.slice(0, rounds(cards.length, 20))) {
        await card.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
        await card.locator('.reference-shown').waitFor();
      }
    },
  },
  { name: 'guide', path: '/docs/guides/reference/keywords', userName: null },
];

/** Other states of pages and what opens over them. */
const MORE_CASES: readonly PageCase[] = [
  { name: 'explore-table', path: '/s/dehrprice?tab=table' },
  { name: 'explore-heatmap', path: '/s/dehrprice?tab=heatmap' },
  { name: 'compare-start', path: '/compare' },
  { name: 'guides', path: '/docs/guides', userName: null },
  {
    name: 'outside-plan',
    path: '/s/dehrprice',
    userName: 'demo-nordic',
    faults: [/^403 /],
  },
  {
    name: 'find',
    path: '/s/no1hrprice',
    userName: 'demo-nordic',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Code or words' }).fill('price');
      await page.getByRole('listbox', { name: 'Series' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/s/dehrprice',
    prepare: async (page) => {
      await page.getByRole('application').press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
];

describe('every page', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  for (const each of isLong ? [...CASES, ...MORE_CASES] : CASES) {
    explorer.it(
      `the page ${each.name} has no axe violation and fits the screen, in light and dark`,
      // During a fade axe would read colours that are still changing.
      { faults: each.faults ?? [], reducedMotion: 'reduce' },
      async (visit) => {
        await visit.open(each.path, each.userName);
        await each.prepare?.(visit.page);
        await lookOver(visit, each.name, STATES, each.isEachState ? STATES : firstCases(STATES));
      },
    );
  }
});
