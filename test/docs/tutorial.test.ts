// The commands of docs/start/first-series.md are run as a newcomer runs them, in a fresh folder and with a
// server of their own; each prints what the page shows: the same words, any numbers and times.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../harness/free-port.ts';
import { patternOf, readExamples } from './examples.ts';
import { hasShell, ROOT, runShell, SHOWN_URL } from './run-examples.ts';

const PAGE = 'docs/start/first-series.md';

/** Starts the server in the background and waits until it is ready; it ends with the shell. */
const inBackground = (command: string, url: string): string =>
  [
    `( ${command.replace('node ', 'exec node ')} ) >/dev/null 2>&1 &`,
    'SERVER=$!',
    `trap 'kill $SERVER; wait $SERVER' EXIT`,
    `until curl -sf ${url}/readyz >/dev/null; do sleep 0.1; done`,
  ].join('\n');

describe('the tutorial', async () => {
  const examples = readExamples(await readFile(join(ROOT, PAGE), 'utf8'), ['test', 'server']);
  let folder = '';
  let printed: string[] = [];

  before(async () => {
    if (!hasShell) return;
    folder = await mkdtemp(join(tmpdir(), 'gridtide-'));
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    const scripts = examples.map(({ text, mark }) => {
      const script = text
        .replaceAll('tutorial/', `${folder}/`)
        .replaceAll(SHOWN_URL, url)
        // What npm would start, without npm.
        .replace('npm run -s gridtide --', 'node -C source src/cli/main.ts');
      return mark === 'server' ? inBackground(script, url) : script.replace('mkdir tutorial\n', '');
    });
    printed = await runShell(scripts, { PORT: String(port), LOG_LEVEL: 'error' });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('the tutorial defines, imports, queries, forecasts, serves and takes back', () => {
    const texts = examples.map(({ text }) => text).join('\n');
    for (const part of ['--define', 'import', 'query', 'forecast run', 'serve', 'curl', 'undo'])
      assert.ok(texts.includes(part), part);
  });

  for (const [i, { text, shown, mark }] of examples.entries()) {
    if (mark === 'server') continue;
    it(`the tutorial shows what this prints: ${text.split('\n').at(-1)!.slice(0, 60)}`, (t) => {
      if (!hasShell) return t.skip('bash or curl is not on this machine');
      assert.ok(shown !== undefined);
      assert.match(printed[i]!.replaceAll(`${folder}/`, 'tutorial/'), patternOf(shown));
      return undefined;
    });
  }
});
