// Answers without an ETag that hold no secret: compressed for clients that ask for it, and as ever for others.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CODINGS } from '#http/answer/content-coding';
import { sequence, World } from '../../../harness/world/world.ts';

const UNPACK = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({
  ...{ code: 'dehrprice', area: 'DE', category: 'hrprice', from: '2023-01-01T00:00:00Z' },
  values: sequence(12_000, (i) => Math.round(100 * Math.sin(i)) / 100),
});
for (let i = 0; i < 100; i++) {
  await world.load({ code: `de${i}wind`, from: '2024-05-17T00:00:00Z', values: [1] });
}
const authorization = `Bearer ${await world.key('trader', 'tools')}`;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const call = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const range = (days: number): string => {
  const start = Date.parse('2023-01-01T00:00:00Z') / 1_000;
  return `query=hrprice&start=${start}&end=${start + days * 86_400}&step=3600`;
};

interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string;
}

const PROMETHEUS = '/prometheus/api/v1';
const QUESTIONS: Readonly<Record<string, Question>> = {
  'a range for Grafana': {
    ...{ method: 'POST', url: `${PROMETHEUS}/query_range`, headers: form, payload: range(60) },
  },
  'a range that is made as a stream': {
    ...{ method: 'GET', url: `${PROMETHEUS}/query_range?${range(490)}` },
  },
  'the list of tools': {
    ...{ method: 'POST', url: '/mcp', headers: json, payload: call('tools/list', {}) },
  },
  'a page of changes': { method: 'GET', url: '/api/v1/changes?after=0' },
  'the list of feeds': { method: 'GET', url: '/api/v1/status/feeds?limit=1000' },
  'the page of errors': { method: 'GET', url: '/errors' },
};

const ask = async (question: Question, headers: Record<string, string> = {}) => {
  const all = { authorization, host: 'localhost', ...question.headers, ...headers };
  const {
    statusCode,
    headers: given,
    rawPayload,
  } = await world.app.inject({
    ...question,
    headers: all,
  });
  assert.equal(statusCode, 200, rawPayload.toString());
  return { given, bytes: rawPayload };
};

describe('an answer without an ETag', () => {
  for (const [what, question] of Object.entries(QUESTIONS)) {
    it(`${what} has the same content in each coding`, async () => {
      const plain = await ask(question);
      assert.ok(plain.bytes.length >= 8_000, `${plain.bytes.length} bytes`);
      for (const name of ['vary', 'content-encoding', 'etag'])
        assert.equal(plain.given[name], undefined, name);
      for (const coding of CODINGS) {
        const { given, bytes } = await ask(question, { 'accept-encoding': coding });
        assert.equal(given['content-encoding'], coding);
        assert.equal(given.vary, 'Accept-Encoding');
        assert.equal(given.etag, undefined);
        assert.equal(given['cache-control'], plain.given['cache-control']);
        assert.equal(given['content-type'], plain.given['content-type']);
        assert.ok(2 * bytes.length < plain.bytes.length, `${bytes.length} bytes`);
        assert.ok(UNPACK[coding](bytes).equals(plain.bytes));
      }
    });
  }

  it('functions for Power Query are compressed for Excel, which asks with gzip', async () => {
    const question = { method: 'GET', url: '/powerquery/Gridtide.pq' } as const;
    const plain = await ask(question);
    assert.equal(plain.given['content-encoding'], undefined);
    const { given, bytes } = await ask(question, { 'accept-encoding': 'gzip, deflate' });
    assert.deepEqual([given['content-encoding'], given.vary], ['gzip', 'Accept-Encoding']);
    assert.ok(gunzipSync(bytes).equals(plain.bytes));
  });

  it('a page of changes that is waited for leaves as soon as a change comes', async () => {
    const { bytes } = await ask({ method: 'GET', url: '/api/v1/changes?after=0&limit=1000' });
    const { next } = JSON.parse(bytes.toString());
    const url = `/api/v1/changes?after=${next}&wait=20`;
    const began = performance.now();
    const waiting = ask({ method: 'GET', url }, { 'accept-encoding': 'gzip' });
    await world.load({ code: 'de0wind', from: '2024-05-17T00:00:00Z', values: [2] });
    const { bytes: page, given } = await waiting;
    // One event is too short to be compressed.
    assert.equal(given['content-encoding'], undefined);
    assert.equal(JSON.parse(page.toString()).events.length, 1);
    assert.ok(performance.now() - began < 10_000);
  });

  it('figures are compressed for Prometheus, which asks with gzip', async () => {
    const question = { method: 'GET', url: '/metrics' } as const;
    const { given, bytes } = await ask(question, { 'accept-encoding': 'gzip' });
    assert.equal(given['content-encoding'], 'gzip');
    assert.match(gunzipSync(bytes).toString(), /^# HELP /);
    const plain = await ask(question);
    assert.equal(plain.given['content-encoding'], undefined);
    assert.match(plain.bytes.toString(), /^# HELP /);
  });

  it('a refusal and a short answer are sent as they are', async () => {
    const headers = { authorization, host: 'localhost', 'accept-encoding': 'zstd, br, gzip' };
    for (const [path, status] of [
      ['query_range?query=hrprice', 400],
      ['query?query=1', 200],
    ] as const) {
      const sent = await world.app.inject({ url: `${PROMETHEUS}/${path}`, headers });
      assert.equal(sent.statusCode, status);
      assert.equal(sent.headers['content-encoding'], undefined);
      assert.equal(sent.json().status, status === 200 ? 'success' : 'error');
    }
  });
});
