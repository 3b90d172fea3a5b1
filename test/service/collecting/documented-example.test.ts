// The example of docs/how-to/collect.md, from its file to its forecasts.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { runProgram } from '#cli/run-program';
import { HOUR_MS } from '#core/time/instant';
import { type CollectWorld, dayOf, openWorld, TOKEN } from './collect-world.ts';

const PAGE = new URL('../../../docs/how-to/collect.md', import.meta.url);

/** The page's file with the address of the local services in each entry. */
async function writeExample({ url, storeUrl }: CollectWorld): Promise<string> {
  const [, json] = /```json\n([\s\S]+?)```/.exec(await readFile(PAGE, 'utf8'))!;
  const { sources } = JSON.parse(json!) as { sources: object[] };
  const path = join(storeUrl.slice('sqlite:'.length), '../collect.json');
  await writeFile(
    path,
    JSON.stringify({ sources: sources.map((entry) => ({ ...entry, baseUrl: url })) }),
  );
  return path;
}

async function run(world: CollectWorld, ...argv: string[]) {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runProgram(argv, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: Readable.from([]),
    env: { STORE: world.storeUrl, ENTSOE_TOKEN: TOKEN },
    now: () => world.now,
  });
  return { code, ...written };
}

for (const minutes of [60, 15]) {
  test(`the documented file of COLLECT leads to forecasts if values of ${minutes} minutes are published`, async (t) => {
    const world = await openWorld(t, '2024-05-17T11:20:00Z');
    world.minutes = minutes;
    world.newestRateDay = dayOf('2024-05-16');
    const collected = await run(world, 'collect', 'once', '--config', await writeExample(world));
    assert.deepEqual([collected.code, collected.stderr], [0, '']);
    world.now += HOUR_MS;
    const made = await run(world, 'forecast', 'run', '--area', 'DE', '--area', 'NL');
    assert.equal(made.code, 0, made.stdout);
    const rows = [...made.stdout.matchAll(/^(DE|NL) +(hr\w+) /gm)].map(([, ...row]) =>
      row.join(' '),
    );
    assert.deepEqual(rows, ['DE hrprice', 'DE hrcons', 'NL hrprice', 'NL hrcons']);
    const series = (await world.store.findSeries('nlhrcons'))!;
    const [newest] = await world.store.readRuns(series.key, world.now - HOUR_MS, world.now);
    assert.equal(newest!.source, 'gridtide');
    assert.ok(newest!.values.every(Number.isFinite));
  });
}
