// Requests of the API reference in each language: TypeScript and Python are run against a server that listens.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import {
  canWrite,
  type WrittenRequest,
  writeRequest,
} from '#explorer/pages/reference/request-text.ts';

const run = promisify(execFile);
const TOKEN = 'gtt_spoken-only-by-the-environment';
const HOSTILE = `'"; touch /tmp/x; \`id\` $(id) \${id} {id} %s #(lf) \\ é`;

suite('a request of the reference', () => {
  let got: { method?: string; url?: string; authorization?: string; body: string };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    got = { method, url, authorization: headers.authorization, body };
    response.end('{"answered":true}');
  });
  let folder = '';
  let origin = '';

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'requests-'));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  const read = (): WrittenRequest => ({
    method: 'GET',
    origin,
    path: '/api/v1/series/dehrprice',
    query: [
      ['from', 'today-7'],
      ['to', HOSTILE],
    ],
    body: undefined,
    needsToken: true,
    isJson: true,
  });
  const BODY = { SeriesId: HOSTILE, all: true, none: null, list: [1, 'a'] };
  const posted = (): WrittenRequest => ({
    ...read(),
    method: 'POST',
    path: '/api/fundamental/series',
    query: [],
    body: BODY,
    isJson: false,
  });

  /** Runs a text as a program; false if the machine has no such program. */
  async function runs(program: string, ending: string, text: string): Promise<boolean> {
    const file = join(folder, `request.${ending}`);
    await writeFile(file, text);
    try {
      const { stdout } = await run(program, [file], { env: { ...process.env, TOKEN } });
      assert.match(stdout, /answered/);
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return false;
      throw error;
    }
  }

  for (const [language, program, ending] of [
    ['typescript', process.execPath, 'mts'],
    ['python', 'python3', 'py'],
  ] as const) {
    test(`a read as ${language} runs as it is shown`, async (t: TestContext) => {
      if (!(await runs(program, ending, writeRequest(language, read()))))
        return t.skip('no python3');
      assert.equal(got.method, 'GET');
      const url = new URL(got.url!, origin);
      assert.equal(url.pathname, '/api/v1/series/dehrprice');
      assert.equal(url.searchParams.get('to'), HOSTILE);
      assert.equal(got.authorization, `Bearer ${TOKEN}`);
      return undefined;
    });

    test(`a POST as ${language} runs as it is shown`, async (t: TestContext) => {
      if (!(await runs(program, ending, writeRequest(language, posted()))))
        return t.skip('no python3');
      assert.equal(got.method, 'POST');
      assert.deepEqual(JSON.parse(got.body), BODY);
      return undefined;
    });
  }

  test('a request for Power Query quotes every name and text', () => {
    const text = writeRequest('excel', {
      ...posted(),
      origin: 'http://host',
      body: { a: 'b"#(lf)' },
    });
    assert.match(text, /Content = Json\.FromValue\(\[#"a" = "b""#\(#\)\(lf\)"\]\)/);
    assert.match(text, /Headers = \[Authorization = "Bearer " & Token, #"Content-Type"/);
    assert.ok(canWrite('excel', { method: 'POST' }) && !canWrite('excel', { method: 'DELETE' }));
  });
});
