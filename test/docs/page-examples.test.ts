// The examples of the README and of the pages for beginners are run, page by page and in order, against a
// demo server; each response has the shape that the page shows: the same words, any numbers and times.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { type Example, patternOf, readExamples } from './examples.ts';
import { hasPython, hasShell, ROOT, runCommand, runShell, SHOWN_URL } from './run-examples.ts';

const PASSWORD = 'only-for-the-test-of-pages';
const PAGES = [
  'README.md',
  'docs/start/tour-of-the-api.md',
  'docs/start/from-a-spreadsheet.md',
  'docs/how-to/spreadsheets.md',
];

const pages = await Promise.all(
  PAGES.map(async (name) => ({
    name,
    examples: readExamples(await readFile(join(ROOT, name), 'utf8')),
  })),
);

describe('examples of the pages', () => {
  let folder = '';
  let app: App;
  const printed = new Map<Example, string>();
  const environment = () => ({ PASSWORD, STORE: `sqlite:${join(folder, 'demo.db')}` });
  const onServer = ({ text }: Example): string => text.replaceAll(SHOWN_URL, app.url);
  const ofLanguage = (examples: readonly Example[], wanted: string): Example[] =>
    examples.filter(({ language }) => language === wanted);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gridtide-pages-'));
    const settings = { ...environment(), PORT: '0', DEMO_PASSWORD: PASSWORD };
    app = await startApp(readConfig(settings), {
      isDemo: true,
      logger: pino({ level: 'silent' }),
    });
    if (!hasShell) return;
    for (const { examples } of pages) {
      const shell = ofLanguage(examples, 'sh');
      const outputs = await runShell(shell.map(onServer), environment());
      for (const [i, example] of shell.entries()) printed.set(example, outputs[i]!);
    }
  });

  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the pages have eleven shell examples and one in Python', () => {
    const all = pages.flatMap(({ examples }) => examples);
    assert.equal(ofLanguage(all, 'sh').length, 11);
    assert.equal(ofLanguage(all, 'python').length, 1);
  });

  it('docs/reference/openapi.json is what the server gives at /openapi.json', async () => {
    const committed = await readFile(join(ROOT, 'docs/reference/openapi.json'), 'utf8');
    const given = await (await fetch(`${app.url}/openapi.json`)).json();
    assert.deepEqual(JSON.parse(committed), given);
  });

  for (const { name, examples } of pages) {
    for (const example of ofLanguage(examples, 'sh')) {
      const command = example.text.split('\n').at(-1)!.trim().slice(0, 60);
      it(`${name} shows what an example returns: ${command}`, (t) => {
        if (!hasShell) return t.skip('bash or curl is not on this machine');
        assert.match(printed.get(example)!, patternOf(example.shown!));
        return undefined;
      });
    }

    for (const example of ofLanguage(examples, 'python')) {
      it(`${name} has a Python example that prints times and prices`, async (t) => {
        if (!hasPython) return t.skip('Python with requests is not on this machine');
        const lines = await runCommand('python3', ['-c', onServer(example)], environment());
        const rows = lines.trim().split('\n');
        assert.ok(rows.length >= 4);
        for (const row of rows) assert.match(row, /^\d{4}-\d\d-\d\dT00:00:00 -?\d+(\.\d+)?$/);
        return undefined;
      });
    }
  }
});
