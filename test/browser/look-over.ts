// What is true of every page, in light and dark, on a desktop and on a phone: axe finds no violation, no
// page scrolls sideways, and the colours follow the system.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { rounds } from '../../harness/rounds.ts';
import type { Visit } from './open-explorer.ts';

const AXE = await readFile(
  fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
);
const SCREENS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * The states of a page: all rules once, then those that can differ in the other states. Contrast is the slow
 * part. A dark phone has the layout of the light one and the colours of the dark desktop.
 */
export const STATES = [
  { screen: 'desk', colorScheme: 'light', rules: {} },
  { screen: 'desk', colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } },
  {
    screen: 'phone',
    colorScheme: 'light',
    rules: { rules: { 'color-contrast': { enabled: false } } },
  },
] as const;

type State = (typeof STATES)[number];

/** The states in which a part of a page is looked at: axe takes a third of the time of all browser tests. */
const STATES_OF_PARTS = STATES.slice(0, rounds(STATES.length, STATES.length));

/** The violations that axe finds on a page, one text a place. */
async function violationsOf(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** The brightness of the background, from 0 (black) to 255 (white). */
async function brightnessOf(page: Page): Promise<number> {
  const root = 'getComputedStyle(document.documentElement).backgroundColor';
  const colour = (await page.evaluate(root)) as string;
  const parts = colour.match(/\d+/g)!.slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}

/**
 * Checks the open page in some states of it, in each of `axeStates` with axe. Its pictures are kept under
 * `name`.
 */
export async function lookOver(
  visit: Visit,
  name: string,
  states: readonly State[] = STATES_OF_PARTS,
  axeStates: readonly State[] = states,
): Promise<void> {
  const { page } = visit;
  await visit.rest();
  await page.evaluate(AXE);
  for (const each of states) {
    const { screen, colorScheme, rules } = each;
    await page.setViewportSize(SCREENS[screen]);
    await page.emulateMedia({ colorScheme });
    await visit.rest();
    const state = `${name}-${screen}-${colorScheme}`;
    await visit.keepPicture(state);
    const brightness = await brightnessOf(page);
    assert.ok(colorScheme === 'light' ? brightness > 200 : brightness < 60, state);
    const overhang = await page.evaluate('document.scrollingElement.scrollWidth - innerWidth');
    assert.ok(Number(overhang) <= 0, `${state} is ${overhang} px too wide`);
    if (axeStates.includes(each)) assert.deepEqual(await violationsOf(page, rules), [], state);
  }
}
