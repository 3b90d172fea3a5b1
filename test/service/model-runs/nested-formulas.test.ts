// Formulas of computed series: they are computed as if the inner formula stood in its place.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FormulaFault } from '#core/formula/formula-tokens';
import { HOUR_MS } from '#core/time/instant';
import { findOutdated, refreshComputed } from '#service/model-runs/computed-values';
import {
  putTarget,
  readTarget,
  removeTarget,
  type TargetDraft,
} from '#service/model-runs/forecast-targets';
import { inlineFormula } from '#service/model-runs/nested-formulas';
import type { Store } from '#store/store';
import { at, daysBefore, load, openModelStore } from './model-store.ts';

const NOW = at('2024-05-16T06:00:00Z');
const FIRST = daysBefore(NOW, 2);
const HOURS = NOW / HOUR_MS - FIRST;

suite('inlining', () => {
  const inline = (formulas: Record<string, string>) =>
    inlineFormula('aa', new Map(Object.entries(formulas))).text;

  test('an inner formula stands in parentheses, at any depth, and codes keep their quotes', () => {
    assert.equal(inline({ aa: 'xx - yy' }), 'xx - yy');
    assert.equal(inline({ aa: 'xx − bb', bb: 'yy - zz' }), 'xx−(yy - zz)');
    const deep = { aa: '2 * BB', bb: 'cc / "x-y"', cc: 'max(xx, 3)' };
    assert.equal(inline(deep), '2*((max(xx, 3))/"x-y")');
  });

  test('circles, shifts of computed series and too many series are refused', () => {
    const refuse = (formulas: Record<string, string>, message: RegExp) =>
      assert.throws(
        () => inline(formulas),
        (error: Error) => error instanceof FormulaFault && message.test(error.message),
      );
    refuse({ aa: 'bb + 1', bb: 'cc', cc: '2 * aa' }, /aa → bb → cc → aa is a circle/);
    refuse({ aa: 'bb~-7', bb: 'xx' }, /bb is computed, and is shifted by days/);
    refuse({ aa: 'bb + s1 + s2', bb: 's3+s4+s5+s6+s7+s8+s9' }, /names 9 series: at most 8/);
  });
});

async function open(store: Store): Promise<void> {
  const span = { from: FIRST, to: FIRST + HOURS, recordedAt: NOW - 1 };
  const make = (index: number): number => index - FIRST;
  await load(store, { ...span, category: 'hrcons', make });
  await load(store, { ...span, category: 'hrwind', make: (index) => (index % 5) * 10 });
  const quarters = { recordedAt: NOW - 1, resolution: 'quarterhour' } as const;
  const end = (FIRST + HOURS) * 4;
  await load(store, {
    ...quarters,
    from: FIRST * 4,
    to: end,
    category: 'qhsolar',
    make: (i) => i % 4,
  });
}

const define = async (store: Store, draft: TargetDraft) =>
  store.write((writer) => putTarget(writer, readTarget(draft, NOW)));

const refused = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, { name: 'Refusal', message });

const valuesOf = async (store: Store, code: string): Promise<number[]> => {
  const { key } = (await store.findSeries(code))!;
  return [...(await store.readValues(key, { start: FIRST, end: FIRST + HOURS }))];
};

suite('a formula of a computed series', () => {
  test('its values are those of the inner formula, and follow its parts and its formula', async (t) => {
    const { store } = await openModelStore(t);
    await open(store);
    await define(store, { name: 'flow', formula: 'max(dehrcons, dehrwind) - deqhsolar' });
    await define(store, { name: 'twice', formula: '2 * flow - dehrcons' });
    const expect = async () => {
      const [flow, cons] = [await valuesOf(store, 'flow'), await valuesOf(store, 'dehrcons')];
      assert.deepEqual(
        await valuesOf(store, 'twice'),
        flow.map((value, i) => 2 * value - cons[i]!),
      );
    };
    await expect();
    const { unit, description } = (await store.findSeries('twice'))!;
    assert.deepEqual([unit, description], ['MWh', 'Computed: 2 × flow − dehrcons']);
    // A part of the inner formula changes, and a value of it is missing.
    await load(store, {
      ...{ category: 'hrwind', from: FIRST + 3, to: FIRST + 9, recordedAt: NOW },
      make: (index) => (index === FIRST + 5 ? Number.NaN : 700),
    });
    assert.deepEqual((await findOutdated(store)).toSorted(), ['flow', 'twice']);
    for (const code of ['twice', 'flow']) await refreshComputed(store, code, () => NOW);
    await expect();
    assert.ok(Number.isNaN((await valuesOf(store, 'twice'))[5]));
    // The inner formula changes.
    await define(store, { name: 'flow', formula: 'dehrcons * 3' });
    assert.deepEqual(await findOutdated(store), ['twice']);
    await refreshComputed(store, 'twice', () => NOW);
    await expect();
  });

  test('names that make a circle are refused, and so is ending a formula that is used', async (t) => {
    const { store } = await openModelStore(t);
    await open(store);
    await define(store, { name: 'flow', formula: 'dehrcons - dehrwind' });
    await define(store, { name: 'twice', formula: '2 * flow' });
    await refused(define(store, { name: 'flow', formula: 'twice + 1' }), /is a circle/);
    const many = Array.from({ length: 8 }, (_, i) => `c${i + 10}`);
    for (const code of many) {
      await store.write((writer) =>
        writer.defineSeries({
          ...{
            code,
            description: code,
            unit: 'MWh',
            resolution: 'hour',
            area: null,
            category: null,
          },
        }),
      );
    }
    await define(store, { name: 'twice', formula: 'flow + dehrcons' });
    await refused(
      define(store, { name: 'flow', formula: many.join('+') }),
      /twice is computed from flow, and could not be any more: The formula names 9 series/,
    );
    const remove = store.write((writer) => removeTarget(writer, 'flow'));
    await refused(remove, /twice is computed from flow; change or remove twice first/);
    await refused(
      define(store, { name: 'flow', target: 'dehrcons' }),
      /twice is computed from flow/,
    );
    assert.equal((await store.listForecastTargets()).length, 2);
    assert.equal(await store.write((writer) => removeTarget(writer, 'twice')), true);
    assert.equal(await store.write((writer) => removeTarget(writer, 'flow')), true);
  });

  test('an inner series of finer intervals is refused, as a mean of results is no result of means', async (t) => {
    const { store } = await openModelStore(t);
    await open(store);
    await define(store, { name: 'steep', formula: 'max(deqhsolar, 2)' });
    await refused(
      define(store, { name: 'mix', formula: 'dehrcons - steep' }),
      /steep is computed by the quarterhour, and this formula by the hour; write \(max\(deqhsolar, 2\)\) in its place/,
    );
  });
});
