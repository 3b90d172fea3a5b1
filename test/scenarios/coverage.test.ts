// The scenarios leave nothing out: every keyword of the documents on every kind of day.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readScenario } from './read-scenario.ts';
import type { Step } from './scenario.ts';

const DATE_KEYWORDS =
  `today tomorrow dayahead yesterday monday tuesday wednesday thursday friday saturday sunday eow
  month eom year boy eoy bohy eohy quarter boq eoq q1 q2 q3 q4 eoq1 eoq2 eoq3 eoq4`.split(/\s+/);

const RESOLUTIONS =
  `hour day week month quarter year native peak offpeak offpeak1 offpeak2 night rushhour
  offpeakweek peakweek`.split(/\s+/);

/** Kinds of day: the file that has them, and for which days its clock must show everything. */
const KINDS: readonly (readonly [kind: string, file: string, days: readonly string[]])[] = [
  ['an ordinary day', 'keywords', ['2024-05-15']],
  ['the clock-change day in spring', 'clock-changes', ['2026-03-29']],
  ['the clock-change day in autumn', 'clock-changes', ['2025-10-26']],
  ['a year end in ISO week 53', 'year-ends', ['2020-12-31']],
  ['a leap day', 'leap-days', ['2024-02-29']],
  ['the hydrological year’s edges', 'hydrological-year', ['2025-08-31', '2025-09-01']],
  ['late evenings and small hours', 'late-evening', ['2026-01-14', '2026-01-15']],
  ['23:30 while UTC has the next day', 'late-evening-new-york', ['2026-01-15']],
];

interface Use {
  readonly now: string;
  readonly step: Step;
}

function usesIn(file: string): Use[] {
  const text = readFileSync(`${import.meta.dirname}/${file}.scenario`, 'utf8');
  const { setUp, cases } = readScenario(text);
  let now = '';
  return [...setUp, ...cases.flatMap(({ steps }) => steps)].map((step) => {
    if (step.kind === 'now') now = step.instant;
    return { now, step };
  });
}

suite('the scenarios', () => {
  for (const [kind, file, days] of KINDS) {
    const uses = usesIn(file).filter(({ now }) => days.some((day) => now.startsWith(day)));

    test(`ask for every DateTime keyword, unshifted and shifted both ways, on ${kind}`, () => {
      const rows = uses.flatMap(({ step }) => (step.kind === 'spans' ? step.rows : []));
      const texts = new Set(rows.map(({ text }) => text.replace(/(?<=[+-]).*/, '')));
      const missing = DATE_KEYWORDS.flatMap((name) => [name, `${name}+`, `${name}-`]).filter(
        (form) => !texts.has(form),
      );
      assert.deepEqual(missing, []);
    });

    test(`ask for every resampling and extraction keyword on ${kind}`, () => {
      const asked = new Set(
        uses.map(({ step }) => (step.kind === 'ask' ? step.fields.get('Resolution') : undefined)),
      );
      assert.deepEqual(
        RESOLUTIONS.filter((name) => !asked.has(name)),
        [],
      );
    });
  }
});
