// The end of a key: read from a date or a time, and kept to.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addKey, listKeys } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { readKeyEnd } from '#accounts/keys/key-end';
import { Refusal } from '#core/errors';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { openAccountsWithAnna, START } from '../open-accounts.ts';

const BERLIN = findZone('Europe/Berlin')!;
const NOW = Date.parse('2026-10-20T10:00:00Z');

const endOf = (given: string | null | undefined): string | null => {
  const end = readKeyEnd(given, 'expires', NOW, BERLIN);
  return end === null ? null : formatUtc(end);
};

describe('the end of a key', () => {
  it('a date is the last day of market time, also when the clock changes', () => {
    assert.equal(endOf('2026-12-31'), '2026-12-31T23:00:00Z');
    assert.equal(endOf('2026-10-24'), '2026-10-24T22:00:00Z');
    // The day of the change has 25 hours.
    assert.equal(endOf('2026-10-25'), '2026-10-25T23:00:00Z');
    assert.equal(endOf('2028-02-29'), '2028-02-29T23:00:00Z');
    assert.equal(endOf('today'), '2026-10-20T22:00:00Z');
    assert.equal(endOf('2026'), '2026-12-31T23:00:00Z');
  });

  it('a time is the end itself, and nothing is no end', () => {
    assert.equal(endOf('2026-10-20T12:30Z'), '2026-10-20T12:30:00Z');
    // Shown twice by the clock: the later one.
    assert.equal(endOf('2026-10-25T02:30'), '2026-10-25T01:30:00Z');
    for (const given of [undefined, null, '', ' ']) assert.equal(endOf(given), null);
  });

  for (const [given, code] of [
    ['2026-10-19', 'field_invalid'],
    ['2026-10-20T10:00Z', 'field_invalid'],
    ['last', 'field_invalid'],
    ['soon', 'date_unknown'],
    ['2026-02-30', 'date_unknown'],
  ] as const) {
    it(`an end is refused: ${given}`, () => {
      assert.throws(
        () => endOf(given),
        (error: Refusal) =>
          error instanceof Refusal && error.code === code && error.faults[0]!.field === 'expires',
      );
    });
  }

  it('an end that may be a password is not repeated', () => {
    const given = 'correct horse 2 battery';
    assert.throws(
      () => endOf(given),
      ({ message, faults }: Refusal) =>
        !JSON.stringify([message, faults]).includes('horse') && faults[0]!.allowed!.length === 2,
    );
  });

  it('a key works up to its end, is then forgotten, and its name is free again', async (t) => {
    const { accounts, anna } = await openAccountsWithAnna(t);
    const expiresAt = START + HOUR_MS;
    const secret = await addKey(accounts, anna, 'report', START, { expiresAt });
    const operator = { expiresAt, isOperator: true };
    const operatorSecret = await addKey(accounts, anna, 'desk', START, operator);
    const [, listed] = await listKeys(accounts, anna);
    assert.deepEqual([listed!.name, listed!.expiresAt], ['report', expiresAt]);
    for (const each of [secret, operatorSecret]) {
      assert.ok(await findCaller(accounts, each, expiresAt - 1));
      assert.equal(await findCaller(accounts, each, expiresAt), undefined);
      // The clock was set back.
      assert.equal(await findCaller(accounts, each, START), undefined);
    }
    assert.deepEqual(await listKeys(accounts, anna), []);
    assert.ok(await addKey(accounts, anna, 'report', START));
    const details = (await accounts.listEntries(10)).map(({ detail }) => detail);
    assert.ok(details.includes(`Key "report" was made. It ends at ${formatUtc(expiresAt)}.`));
  });
});
