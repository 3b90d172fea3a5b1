// What holds for every page, in light and dark, at a desk and on a phone: axe finds nothing, nothing
// has to be scrolled sideways, and the colours follow the system.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openExplorer, SIDE_BY_SIDE, type UserName, type Visit } from './open-explorer.ts';

const AXE = await readFile(
  fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
);
const SCHEMES = ['light', 'dark'] as const;
const SCREENS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

interface PageCase {
  readonly name: string;
  readonly path: string;
  readonly userName?: UserName | null;
  readonly faults?: readonly RegExp[];
  /** What a person does before the page is looked at. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const CASES: readonly PageCase[] = [
  { name: 'sign-in', path: '/', userName: null },
  { name: 'explore', path: '/s/dehrprice' },
  { name: 'explore-table', path: '/s/dehrprice?tab=table' },
  { name: 'explore-heatmap', path: '/s/dehrprice?tab=heatmap' },
  { name: 'compare-start', path: '/compare' },
  { name: 'compare', path: '/compare?s=dehrprice&s=dehrwind&s=frhrprice&s=nlhrprice&s=behrprice' },
  { name: 'forecasts', path: '/f/DE?hour=2026-11-14T17%3A00%3A00Z' },
  { name: 'account', path: '/account' },
  { name: 'reference', path: '/docs', userName: null },
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

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Everything once; then what can differ in the other state. Contrast is the slow part. */
const RULES: Readonly<Record<string, object>> = {
  'desk-light': {},
  'desk-dark': { runOnly: ['color-contrast'] },
  'phone-light': { rules: { 'color-contrast': { enabled: false } } },
};

/** What axe finds wrong with a page, one text a place. */
async function violationsOf(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** From 0 (black) to 255 (white). */
async function brightnessOf(page: Page): Promise<number> {
  const root = 'getComputedStyle(document.documentElement).backgroundColor';
  const colour = (await page.evaluate(root)) as string;
  const parts = colour.match(/\d+/g)!.slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}

async function lookAt(visit: Visit, { name, path, userName, prepare }: PageCase): Promise<void> {
  const { page } = visit;
  await visit.open(path, userName);
  await prepare?.(page);
  await visit.rest();
  await page.evaluate(AXE);
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await visit.rest();
      const state = `${name}-${screen}-${colorScheme}`;
      await visit.keepPicture(state);
      const brightness = await brightnessOf(page);
      assert.ok(colorScheme === 'light' ? brightness > 200 : brightness < 60, state);
      const overhang = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
      assert.ok(Number(overhang) <= 0, `${state} is ${overhang} px too wide`);
      const rules = RULES[`${screen}-${colorScheme}`];
      if (rules) assert.deepEqual(await violationsOf(page, rules), [], state);
    }
  }
}

describe('every page', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  for (const each of CASES) {
    explorer.it(
      `${each.name}: axe finds nothing, nothing is too wide, in light and dark`,
      // Fades would make axe read colours that are on their way.
      { faults: each.faults ?? [], reducedMotion: 'reduce' },
      (visit) => lookAt(visit, each),
    );
  }
});
