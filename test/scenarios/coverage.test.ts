// Scenarios and the list of keyword days leave nothing out: every keyword of the documents on every kind of
// day.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readKeywordDays } from '../core/time/grammar/read-lists.ts';
import { readScenario } from './read-scenario.ts';

const DATE_KEYWORDS =
  `today tomorrow dayahead yesterday monday tuesday wednesday thursday friday saturday sunday eow
  month eom year boy eoy bohy eohy quarter boq eoq q1 q2 q3 q4 eoq1 eoq2 eoq3 eoq4`.split(/\s+/);

const RESOLUTIONS =
  `hour day week month quarter year native peak offpeak offpeak1 offpeak2 night rushhour
  offpeakweek peakweek`.split(/\s+/);

interface KindOfDay {
  readonly kind: string;
  /** The section of the list of keyword days: its zone, and the beginnings of its instants. */
  readonly listed: readonly [zone: string, ...instants: string[]];
  /** The scenario with its resampling and extraction keywords, and the days of the scenario's clock. */
  readonly asked: readonly [file: string, ...days: string[]];
}

const BERLIN = 'Europe/Berlin';

const KINDS: readonly KindOfDay[] = [
  {
    kind: 'an ordinary day',
    listed: [BERLIN, '2024-05-15T10'],
    asked: ['keywords', '2024-05-15'],
  },
  {
    kind: 'the clock-change day in spring',
    listed: [BERLIN, '2024-03-31T12'],
    asked: ['clock-changes', '2026-03-29'],
  },
  {
    kind: 'the clock-change day in autumn',
    listed: [BERLIN, '2024-10-27T02:30:00+02', '2024-10-27T02:30:00+01'],
    asked: ['clock-changes', '2025-10-26'],
  },
  {
    kind: 'a year end in ISO week 53',
    listed: [BERLIN, '2020-12-31', '2021-01-01'],
    asked: ['year-ends', '2020-12-31'],
  },
  {
    kind: 'a leap day',
    listed: [BERLIN, '2024-02-29T12'],
    asked: ['leap-days', '2024-02-29'],
  },
  {
    kind: 'the hydrological year’s edges',
    listed: [BERLIN, '2024-08-31T23:59:59', '2024-09-01T00:00:00'],
    asked: ['hydrological-year', '2025-08-31', '2025-09-01'],
  },
  {
    kind: 'late evenings and small hours',
    listed: [BERLIN, '2024-05-14T22:30:00Z', '2024-05-15T23:30', '2024-12-31T23:30:00'],
    asked: ['late-evening', '2026-01-14', '2026-01-15'],
  },
  {
    kind: '23:30 while UTC has the next day',
    listed: ['America/New_York', '2024-05-16T03:30:00Z', '2024-09-01T03:30:00Z'],
    asked: ['late-evening-new-york', '2026-01-15'],
  },
];

/** The values of `Resolution` that a scenario asks for while its clock shows one of the days. */
function resolutionsIn(file: string, days: readonly string[]): Set<string | undefined> {
  const text = readFileSync(`${import.meta.dirname}/${file}.scenario`, 'utf8');
  const { setUp, cases } = readScenario(text);
  const found = new Set<string | undefined>();
  let now = '';
  for (const step of [...setUp, ...cases.flatMap(({ steps }) => steps)]) {
    if (step.kind === 'now') now = step.instant;
    if (step.kind !== 'ask' || !days.some((day) => now.startsWith(day))) continue;
    found.add(step.fields.get('Resolution'));
  }
  return found;
}

suite('coverage of keywords', () => {
  for (const { kind, listed, asked } of KINDS) {
    test(`the list has every DateTime keyword, unshifted and shifted both ways, on ${kind}`, () => {
      const [zone, ...instants] = listed;
      for (const instant of instants) {
        const sections = readKeywordDays().filter(
          ({ zoneName, now }) => zoneName === zone && now.startsWith(instant),
        );
        assert.ok(sections.length > 0, instant);
        for (const { cases } of sections) {
          const texts = new Set(cases.map(({ text }) => text.replace(/(?<=[+-]).*/, '')));
          const missing = DATE_KEYWORDS.flatMap((name) => [name, `${name}+`, `${name}-`]).filter(
            (form) => !texts.has(form),
          );
          assert.deepEqual(missing, [], instant);
        }
      }
    });

    test(`a scenario asks for every resampling and extraction keyword on ${kind}`, () => {
      const [file, ...days] = asked;
      const found = resolutionsIn(file, days);
      assert.deepEqual(
        RESOLUTIONS.filter((name) => !found.has(name)),
        [],
      );
    });
  }
});
