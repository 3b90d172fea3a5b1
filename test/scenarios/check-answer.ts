// Compares an answer of either interface with the expectation of a scenario.

import assert from 'node:assert/strict';
import type { Answer } from '../../harness/world/world.ts';
import type { Expectation, ExpectedLine, ExpectedValue, Refused } from './scenario.ts';

/** Quotients are compared up to the last bits of a double; plain decimals must be equal. */
const SLACK = 1e-12;

type Entry = readonly [key: string, value: number | null];

export function checkAnswer(expected: Expectation, answer: Answer): void {
  if (expected.refused) {
    checkRefusal(expected.refused, answer);
    return;
  }
  assert.equal(answer.status, 200, answer.text);
  const { span, meta, count, values } = expected;
  const { Meta } = answer.body;
  if (span) assert.deepEqual([Meta.from, Meta.to], span);
  for (const [name, value] of meta) assert.equal(String(Meta[name]), value, `Meta.${name}`);
  const entries = entriesOf(answer.body);
  if (count !== undefined) assert.equal(entries.length, count, 'the number of values');
  if (values) checkValues(values, entries);
}

/** `Values` of the fundamental interface, `data` of the forecast interface. */
function entriesOf(body: Answer['body']): Entry[] {
  if (body.Values) return Object.entries<number | null>(body.Values);
  const data = body.data as { validTime: string; value: number | null }[];
  return data.map(({ validTime, value }) => [validTime, value]);
}

function checkValues(lines: readonly ExpectedLine[], entries: readonly Entry[]): void {
  const elision = lines.indexOf('elided');
  const written = lines.filter((line) => line !== 'elided');
  const tail = elision < 0 ? 0 : written.length - elision;
  const compared =
    elision < 0
      ? entries
      : [...entries.slice(0, elision), ...entries.slice(Math.max(elision, entries.length - tail))];
  assert.deepEqual(
    compared.map(([key]) => key),
    written.map(({ key }) => key),
  );
  for (const [i, { key, value }] of written.entries()) {
    const given = compared[i]![1];
    if (!isSame(value, given)) assert.fail(`${key}: ${given}, expected ${show(value)}`);
  }
}

function isSame(expected: ExpectedValue, given: number | null): boolean {
  if (expected === null || typeof expected === 'number') return Object.is(expected, given);
  const quotient = expected.over[0] / expected.over[1];
  return given !== null && Math.abs(given - quotient) <= SLACK * Math.max(1, Math.abs(quotient));
}

const show = (value: ExpectedValue): string =>
  value === null || typeof value === 'number' ? String(value) : value.over.join('/');

function checkRefusal(refused: Refused, answer: Answer): void {
  assert.deepEqual([answer.status, answer.body.code], [refused.status, refused.code], answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  const fields = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
  assert.deepEqual(fields, refused.fields);
  if (refused.saying) assert.ok(answer.body.detail.includes(refused.saying), answer.body.detail);
}
