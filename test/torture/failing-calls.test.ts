import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { faultOfAnswer } from '../../torture/calls/answers-seen.ts';
import { ERRORS, FULL, failingCallOf, MOST_N } from '../../torture/calls/failing-call.ts';
import { failingCallsRow } from '../../torture/rows/failing-calls.ts';
import { runShort, skipWord } from './short-run.ts';

const RUNS = 4;

it('a store whose writes, fsyncs and opens fail loses nothing that was acknowledged, and says what is wrong', {
  skip: skipUnlessLong() || (await skipWord(failingCallsRow)),
}, async (t) => {
  const { tally } = await runShort(t, failingCallsRow, RUNS);
  const { runs, lasting, wentOn, ended, answers } = tally;
  assert.deepEqual(tally.without, []);
  assert.equal(runs.write + runs.fsync + runs.open, RUNS);
  for (const [kind, count] of Object.entries(runs)) assert.ok(count > 0, `${kind} has failed`);
  assert.ok(lasting > 0 && wentOn > 0 && ended > 0);
  // After a failed fsync the server cannot know what is stored.
  assert.ok(answers['200']! > 0 && answers.write_unknown! > 0);
});

describe('the plan of failing calls', () => {
  const plan = Array.from({ length: FULL }, (_, run) => failingCallOf(run));

  it('the list lets each N from 1 to 200 fail once with each error', () => {
    const met = new Set(plan.map(({ n, error }) => `${n} ${error}`));
    assert.equal(met.size, MOST_N * ERRORS.length);
    assert.equal(plan.length, met.size);
  });

  it('the list has each kind of call fail in each way and end', () => {
    const ways = (kind: string): Set<string> =>
      new Set(
        plan
          .filter((failing) => failing.kind === kind)
          .map(({ error, isLasting, end }) => `${error} ${isLasting} ${end}`),
      );
    for (const kind of ['write', 'fsync', 'open']) assert.equal(ways(kind).size, 8, kind);
  });
});

describe('an answer while calls fail', () => {
  const type = 'application/problem+json; charset=utf-8';
  const refusal = (code: string): string => JSON.stringify({ status: 503, detail: 'it is', code });

  it('an answer may be what was asked for, or a refusal that names the store', () => {
    assert.equal(faultOfAnswer({ status: 200, type: 'application/json', body: '{}' }), undefined);
    for (const code of ['store_unavailable', 'write_unknown'])
      assert.equal(faultOfAnswer({ status: 503, type, body: refusal(code) }), undefined);
  });

  it('an answer may not be anything else', () => {
    for (const answer of [
      { status: 500, type, body: refusal('internal') },
      { status: 503, type, body: refusal('internal') },
      { status: 503, type: 'text/plain', body: refusal('store_unavailable') },
      { status: 503, type, body: '{"code":"store_unavailable"}' },
    ])
      assert.match(faultOfAnswer(answer) ?? '', /^answered 50[03]/);
  });
});
