import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ensurePlan, findPlanOrRefuse, setPlan } from '#accounts/plan-changes';
import { Refusal } from '#core/errors';
import { openStore } from '#store/open/open-store';
import { openAccounts } from './open-accounts.ts';

describe('a plan', () => {
  it('a plan gets the default limits if none are given', async (t) => {
    const accounts = await openAccounts(t);
    await setPlan(accounts, { name: 'prices', patterns: ['*HRprice', 'fx*', '*hrprice'] });
    assert.deepEqual(await accounts.findPlan('prices'), {
      name: 'prices',
      patterns: ['*hrprice', 'fx*'],
      requestsPerMinute: 600,
      pointsPerAnswer: 500_000,
    });
  });

  it('a plan is replaced by setting it again', async (t) => {
    const accounts = await openAccounts(t);
    const limits = { requestsPerMinute: 1, pointsPerAnswer: 1_000_000_000 };
    await setPlan(accounts, { name: 'german', patterns: ['at*'], ...limits });
    const found = await findPlanOrRefuse(accounts, 'german');
    assert.deepEqual(found, { name: 'german', patterns: ['at*'], ...limits });
  });

  it('a missing plan is made, and one that an operator has made is left alone', async (t) => {
    const accounts = await openAccounts(t);
    assert.deepEqual((await ensurePlan(accounts, { name: 'german', patterns: ['*'] })).patterns, [
      'de*',
    ]);
    await ensurePlan(accounts, { name: 'nordic', patterns: ['no*', 'se*'] });
    assert.deepEqual((await accounts.findPlan('nordic'))?.patterns, ['no*', 'se*']);
  });

  const refused: [field: string, draft: Parameters<typeof setPlan>[1]][] = [
    ['name', { name: '', patterns: ['*'] }],
    ['name', { name: 'two words', patterns: ['*'] }],
    ['name', { name: 'x'.repeat(65), patterns: ['*'] }],
    ['series', { name: 'gold', patterns: [] }],
    ['series', { name: 'gold', patterns: ['de*', 'no price'] }],
    ['series', { name: 'gold', patterns: Array.from({ length: 1_001 }, (_, i) => `x${i}`) }],
    ['requestsPerMinute', { name: 'gold', patterns: ['*'], requestsPerMinute: 0 }],
    ['requestsPerMinute', { name: 'gold', patterns: ['*'], requestsPerMinute: 1.5 }],
    ['requestsPerMinute', { name: 'gold', patterns: ['*'], requestsPerMinute: Number.NaN }],
    ['pointsPerAnswer', { name: 'gold', patterns: ['*'], pointsPerAnswer: -1 }],
    ['pointsPerAnswer', { name: 'gold', patterns: ['*'], pointsPerAnswer: 1_000_000_001 }],
  ];
  it('a plan is refused and not stored if a part of it is not allowed', async (t) => {
    const accounts = await openAccounts(t);
    for (const [field, draft] of refused) {
      await assert.rejects(
        setPlan(accounts, draft),
        (error) =>
          error instanceof Refusal &&
          error.code === 'field_invalid' &&
          error.faults[0]?.field === field,
        `${field} of ${JSON.stringify(draft).slice(0, 80)}`,
      );
    }
    assert.equal((await accounts.listPlans()).length, 2);
  });

  it('a plan may have a thousand patterns, of which the journal shows the first', async (t) => {
    const accounts = await openAccounts(t);
    const patterns = Array.from({ length: 1_000 }, (_, i) => `x${i}`);
    await setPlan(accounts, { name: 'gold', patterns }, { actor: 'me', now: 1 });
    assert.equal((await accounts.findPlan('gold'))?.patterns.length, 1_000);
    const long = [...'abcd'].map((letter) => letter.repeat(60));
    await setPlan(
      accounts,
      { name: 'silver', patterns: [...long, 'e'.repeat(52)] },
      { actor: 'me', now: 2 },
    );
    const [silver, gold] = await accounts.listEntries(2);
    assert.ok(
      gold?.detail.startsWith(`Series ${patterns.join(', ').slice(0, 300)}…; 600 requests`),
    );
    // Three hundred characters are not cut.
    assert.ok(silver?.detail.includes(`, ${'e'.repeat(52)}; 600 requests`));
  });

  it('a plan that does not exist is refused by naming the existing ones', async (t) => {
    const accounts = await openAccounts(t);
    await assert.rejects(findPlanOrRefuse(accounts, 'gold'), /"gold".*everything, german/);
    const store = await openStore('sqlite::memory:');
    t.after(() => store.close());
    await assert.rejects(findPlanOrRefuse(store.accounts, 'gold'), /"gold": there is no plan yet/);
  });
});
