// The Python client, from its wheel: its own tests against a server with hard days, and the examples of its page
// against the demo.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { setPlan } from '#accounts/plan-changes';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { PASSWORD, sequence, World } from '../../harness/world/world.ts';
import { patternOf, readExamples } from '../docs/examples.ts';
import { loadSourceRun } from '../http/api/v1/load-source-run.ts';
import { addOwnThings } from './own-things.ts';
import { CLIENT, findPython, installWheel, type Python, runPython } from './python-client.ts';

const PAGE = new URL('../../docs/how-to/python-client.md', import.meta.url);
const SHOWN_URL = 'http://localhost:8080';
const BETWEEN = '\u001e';

/** Hours over two clock changes with gaps, quarter hours over one, and five runs with bands. */
async function fill(world: World): Promise<void> {
  const code = 'dehrprice';
  await world.load({
    ...{ code, area: 'DE', category: 'hrprice', from: '2023-02-28T23:00:00Z' },
    values: sequence(443 * 24, (i) => (i % 97 > 2 && i % 97 < 6 ? null : i)),
  });
  await world.load({
    ...{ code: 'quarters', resolution: 'quarterhour', from: '2024-03-30T23:00:00Z' },
    values: sequence(4 * 24 * 7),
  });
  await world.load({ code: 'changed', from: '2024-05-01T00:00:00Z', values: [1] });
  for (let day = 12; day < 17; day++) {
    const values = Array.from({ length: 72 }, (_, i) => day + i / 100);
    await loadSourceRun(world, {
      ...{ code, source: 'ours', values },
      analyzed: `2024-05-${day}T06:00:00Z`,
      from: `2024-05-${day + 1}T00:00:00Z`,
      bands: [
        { level: 80, lower: values.map((one) => one - 1), upper: values.map((one) => one + 1) },
      ],
    });
  }
  await world.load({ code: 'offshore', from: '2024-05-01T00:00:00Z', values: [1] });
  for (const [i, source] of ['ours', 'theirs'].entries()) {
    for (const day of [15, 16]) {
      await loadSourceRun(world, {
        ...{ code: 'offshore', source, analyzed: `2024-05-${day}T06:00:00Z` },
        from: `2024-05-${day + 1}T00:00:00Z`,
        values: Array.from({ length: 72 }, (_, hour) => 100 * (i + 1) + day + hour / 100),
      });
    }
  }
  world.setNow('2024-05-17T10:00:00Z');
  await world.load({ code: 'changed', from: '2024-05-01T00:00:00Z', values: [2] });
}

const found = findPython();
const skip = typeof found === 'string' ? found : false;

describe('the Python client', { skip }, () => {
  const python = found as Python;
  let folder = '';
  /** The folder of the installed client, or of its sources if no wheel can be built. */
  let path = join(CLIENT, 'src');
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gridtide-python-'));
    if (python.build) path = await installWheel(python.build, folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('its wheel installs all modules and the mark that they are typed', (t) => {
    if (!python.build) return t.skip('no Python here has pip, setuptools and wheel');
    assert.ok(existsSync(join(path, 'gridtide/client.py')));
    assert.ok(existsSync(join(path, 'gridtide/py.typed')));
    return undefined;
  });

  it('its version is that of the package', async () => {
    const { version } = JSON.parse(await readFile(join(CLIENT, '../../package.json'), 'utf8'));
    for (const file of ['pyproject.toml', 'src/gridtide/__init__.py']) {
      const text = await readFile(join(CLIENT, file), 'utf8');
      assert.equal(/^(?:__version__|version) = "(.*)"$/m.exec(text)?.[1], version, file);
    }
  });

  it('its own tests pass against a server with clock changes, gaps and quarter hours', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T09:00:00Z' });
    await fill(world);
    await addOwnThings(world);
    const { accounts } = world.signIn;
    const limits = { patterns: ['*'], requestsPerMinute: 100_000, pointsPerAnswer: 100 };
    await setPlan(accounts, { name: 'short', ...limits });
    await world.addUser('short', 'short');
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { stderr } = await runPython(python.run, ['-m', 'unittest', 'discover', '-s', 'tests'], {
      PYTHONPATH: path,
      GRIDTIDE_TEST_URL: url,
      GRIDTIDE_TEST_PASSWORD: PASSWORD,
      GRIDTIDE_TEST_KEY: await world.key('trader', 'python'),
    });
    assert.match(stderr, /^Ran [4-9]\d tests in /m);
    if (!python.hasPandas) t.diagnostic('pandas is not installed: tests of frames were left out');
  });

  it('the examples of its page print what it shows', async (t) => {
    const app = await startDemo(join(folder, 'demo.db'));
    t.after(() => app.close());
    const marks = python.hasPandas ? ['test', 'test pandas'] : ['test'];
    const all = readExamples(await readFile(PAGE, 'utf8'), ['test', 'test pandas']);
    const examples = all.filter(({ mark }) => marks.includes(mark));
    assert.ok(examples.length >= 6 && all.length >= 13);
    const script = examples
      .map(({ text }) => `${text}\nprint(${JSON.stringify(BETWEEN)})`)
      .join('\n')
      .replaceAll(SHOWN_URL, app.url);
    const { stdout } = await runPython(python.run, ['-c', script], { PYTHONPATH: path, PASSWORD });
    const printed = stdout.split(BETWEEN).map((text) => text.trim());
    for (const [i, { text, shown }] of examples.entries()) {
      assert.match(printed[i]!, patternOf(shown!), text);
    }
    if (!python.hasPandas) t.diagnostic('pandas is not installed: examples of it were left out');
  });
});

const startDemo = (path: string): Promise<App> =>
  startApp(readConfig({ STORE: `sqlite:${path}`, PORT: '0', DEMO_PASSWORD: PASSWORD }), {
    isDemo: true,
    logger: pino({ level: 'silent' }),
  });
