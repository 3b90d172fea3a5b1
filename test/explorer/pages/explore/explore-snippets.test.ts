// The text of the Request card: curl, TypeScript and Python are run against a server that listens.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { SnippetRequest } from '#explorer/pages/explore/curl-snippet.ts';
import { writeSnippet } from '#explorer/pages/explore/snippets.ts';
import { SNIPPET_LANGUAGES } from '#explorer/parts/snippets/snippet-languages.ts';

const run = promisify(execFile);
const TOKEN = 'gtt_spoken-only-by-the-environment';
const HOSTILE = `'"; touch /tmp/x; \`id\` $(id) \${id} {id} %s #(lf) \\ é`;

suite('the Request card', () => {
  const requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'application/json');
    response.end('{"unit":"EUR/MWh","data":[{"time":"2026-11-15T00:00:00Z","value":61.5}]}');
  });
  let folder = '';
  let request: SnippetRequest;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'snippets-'));
    const { port } = server.address() as AddressInfo;
    request = {
      origin: `http://127.0.0.1:${port}`,
      seriesId: 'dehrprice',
      from: 'today-14',
      to: 'today+7',
      resolution: 'peak',
    };
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a program with the token in its environment; undefined if the machine has no such program. */
  async function runWithToken(program: string, parameters: string[]): Promise<string | undefined> {
    requests.length = 0;
    try {
      const { stdout } = await run(program, parameters, { env: { ...process.env, TOKEN } });
      return stdout;
    } catch (error) {
      // A shell exits with 127 if the program does not exist.
      const { code } = error as { code?: string | number };
      if (code === 'ENOENT' || code === 127) return undefined;
      throw error;
    }
  }

  async function runFile(program: string, name: string, text: string, options: string[] = []) {
    const path = join(folder, name);
    await writeFile(path, text);
    return runWithToken(program, [...options, path]);
  }

  /** The only request that arrived, with its parameters read back. */
  function asked() {
    assert.equal(requests.length, 1);
    const { method, url, headers } = requests[0]!;
    const { pathname, searchParams } = new URL(url!, 'http://server.invalid');
    assert.equal(method, 'GET');
    assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    return { path: pathname, query: Object.fromEntries(searchParams) };
  }

  const programs: Record<string, (text: string) => Promise<string | undefined>> = {
    curl: (text) => runWithToken('sh', ['-c', text]),
    python: (text) => runFile('python3', 'snippet.py', text),
    typescript: (text) => runFile(process.execPath, 'snippet.mts', text),
  };

  for (const language of ['curl', 'typescript', 'python'] as const) {
    const format: Record<string, string> = language === 'curl' ? { format: 'csv' } : {};

    test(`the ${language} snippet requests what the page shows`, async (t: TestContext) => {
      const printed = await programs[language]!(writeSnippet(language, request));
      if (printed === undefined) return t.skip(`no ${language} on this machine`);
      assert.deepEqual(asked(), {
        path: '/api/v1/series/dehrprice',
        query: { from: 'today-14', to: 'today+7', resolution: 'peak', ...format },
      });
      assert.match(printed, language === 'curl' ? /61\.5/ : /^2026-11-15T00:00:00Z 61\.5$/m);
      return undefined;
    });

    test(`the ${language} snippet leaves out parameters at their defaults`, async (t: TestContext) => {
      const bare = { ...request, from: '', to: '', resolution: 'native' };
      const printed = await programs[language]!(writeSnippet(language, bare));
      if (printed === undefined) return t.skip(`no ${language} on this machine`);
      assert.deepEqual(asked().query, format);
      return undefined;
    });

    test(`the ${language} snippet runs nothing that an address smuggled in`, async (t: TestContext) => {
      const text = writeSnippet(language, {
        ...request,
        seriesId: HOSTILE,
        from: `${HOSTILE}\r\n\u001b[31m`,
      });
      const printed = await programs[language]!(text);
      if (printed === undefined) return t.skip(`no ${language} on this machine`);
      const { path, query } = asked();
      assert.equal(decodeURIComponent(path), `/api/v1/series/${HOSTILE}`);
      assert.equal(query.from, `${HOSTILE}[31m`);
      return undefined;
    });
  }

  test('every snippet asks for complete periods if the page shows these only', () => {
    for (const { value } of SNIPPET_LANGUAGES) {
      const text = writeSnippet(value, { ...request, complete: true });
      assert.match(text, /complete\W{1,4}"?true/, value);
      assert.doesNotMatch(writeSnippet(value, request), /complete/, value);
    }
  });

  test('the Power Query snippet has its own quoting', () => {
    const text = writeSnippet('excel', { ...request, from: 'say "a" #(lf)' });
    assert.ok(
      text.includes(
        'from = "say ""a"" #(#)(lf)", to = "today+7", resolution = "peak", format = "csv"',
      ),
    );
    assert.ok(text.includes('RelativePath = "api/v1/series/dehrprice"'));
    const bare = writeSnippet('excel', { ...request, from: '', to: '', resolution: 'native' });
    assert.ok(bare.includes('Query = [format = "csv"]'));
  });
});
