import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { StrangerLimit } from '#http/request/stranger-limit';

/** A limit of 60 a minute, of which ten may come at once, and its clock. */
function openLimit(): { limit: StrangerLimit; wait: (ms: number) => void } {
  let now = 5_000;
  const limit = new StrangerLimit(60, () => now);
  const wait = (ms: number): void => {
    now += ms;
  };
  return { limit, wait };
}

const requestOf = (headers: Record<string, string>) => ({ headers }) as IncomingMessage;

function countTimes(limit: StrangerLimit, address: string, times: number): void {
  for (let i = 0; i < times; i++) limit.count(address);
}

describe('the limit of strangers', () => {
  it('an address may send a sixth of a minute’s requests at once, and then one a second', () => {
    const { limit, wait } = openLimit();
    countTimes(limit, '10.0.0.1', 9);
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    limit.count('10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    wait(999);
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    wait(1);
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    limit.count('10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
  });

  it('an address that was quiet for long has no more than a sixth of a minute’s requests', () => {
    const { limit, wait } = openLimit();
    limit.count('10.0.0.1');
    wait(3_600_000);
    countTimes(limit, '10.0.0.1', 10);
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
  });

  it('each address has a limit of its own, and all of one IPv6 network share one', () => {
    const { limit } = openLimit();
    countTimes(limit, '10.0.0.1', 100);
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    assert.equal(limit.waitSeconds('10.0.0.2'), 0);
    assert.equal(limit.waitSeconds('::ffff:10.0.0.1'), 1);
    for (let i = 0; i < 10; i++) limit.count(`2001:db8::${i}`);
    assert.equal(limit.waitSeconds('2001:db8::ffff'), 1);
    assert.equal(limit.waitSeconds('2001:db8:0:1::1'), 0);
  });

  it('a body counts by its length, and one of unknown length as one of 64 KiB', () => {
    for (const [headers, count] of [
      [{}, 10],
      [{ 'content-length': '4095' }, 10],
      [{ 'content-length': '4096' }, 5],
      [{ 'content-length': '1048576' }, 1],
      [{ 'transfer-encoding': 'chunked' }, 1],
    ] as const) {
      const { limit } = openLimit();
      for (let i = 1; i <= count; i++) {
        assert.equal(limit.waitSeconds('10.0.0.1'), 0);
        limit.charge(requestOf(headers), '10.0.0.1');
      }
      assert.notEqual(limit.waitSeconds('10.0.0.1'), 0, JSON.stringify(headers));
    }
  });

  it('an address may load ten files of the page for each request', () => {
    const { limit } = openLimit();
    const file = { headers: {}, url: '/assets/index-1.js' } as IncomingMessage;
    for (let i = 0; i < 80; i++) limit.charge(file, '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    for (let i = 0; i < 20; i++) limit.charge(file, '10.0.0.1');
    assert.notEqual(limit.waitSeconds('10.0.0.1'), 0);
  });

  it('an address waits for the whole cost of a long body, up to half a minute', () => {
    const { limit, wait } = openLimit();
    limit.charge(requestOf({ 'content-length': String(5 * 4096) }), '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    limit.charge(requestOf({ 'content-length': String(9 * 4096) }), '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 7);
    wait(6_999);
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    wait(1);
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    limit.charge(requestOf({ 'content-length': '1048576' }), '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 31);
  });

  it('a request does not count once its caller has shown a good token', () => {
    const { limit } = openLimit();
    const requests = Array.from({ length: 10 }, () => requestOf({}));
    for (const request of requests) limit.charge(request, '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    for (const request of requests) limit.noticeCaller(request, '10.0.0.1');
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
    countTimes(limit, '10.0.0.1', 9);
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
  });

  it('an address may open 600 connections at once, and then five for each request it may send', () => {
    const { limit, wait } = openLimit();
    const open = (count: number): number =>
      Array.from({ length: count }, () => limit.admitsConnection('10.0.0.1')).filter(Boolean)
        .length;
    assert.equal(open(700), 600);
    wait(199);
    assert.equal(open(1), 0);
    wait(1);
    assert.equal(open(2), 1);
    assert.ok(limit.admitsConnection('10.0.0.2'));
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
  });

  it('an address that callers with a token use may open any number of connections', () => {
    const { limit } = openLimit();
    for (let i = 0; i < 600; i++) limit.admitsConnection('10.0.0.1');
    assert.ok(!limit.admitsConnection('10.0.0.1'));
    limit.noticeCaller(requestOf({}), '10.0.0.1');
    for (let i = 0; i < 700; i++) assert.ok(limit.admitsConnection('10.0.0.1'));
  });

  it('an address has callers for ten minutes after one was answered', () => {
    const { limit, wait } = openLimit();
    assert.ok(!limit.hasCallers('10.0.0.1'));
    limit.noticeCaller(requestOf({}), '10.0.0.1');
    wait(600_000 - 1);
    assert.ok(limit.hasCallers('10.0.0.1'));
    wait(1);
    assert.ok(!limit.hasCallers('10.0.0.1'));
  });

  it('at most 100,000 addresses are remembered, and the longest unused is forgotten', () => {
    const { limit } = openLimit();
    countTimes(limit, '10.0.0.1', 10);
    assert.equal(limit.waitSeconds('10.0.0.1'), 1);
    for (let i = 0; i < 100_000; i++) limit.count(`20.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    assert.equal(limit.waitSeconds('10.0.0.1'), 0);
  });
});
