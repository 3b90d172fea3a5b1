import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { runProgram } from '#cli/run-program';
import { claimPass } from '#service/collecting/collect-jobs';
import { type CollectWorld, dayOf, openWorld, TOKEN } from './collect-world.ts';

const TABLE = [
  {
    name: 'collect',
    summary: 'Collect.',
    load: async () => (await import('#cli/commands/collect')).collectCommands,
  },
];

async function run(world: CollectWorld, ...argv: string[]) {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runProgram(
    ['collect', ...argv],
    {
      stdout: output('stdout'),
      stderr: output('stderr'),
      stdin: Readable.from([]),
      env: { STORE: world.storeUrl, COLLECT: fileOf(world), ENTSOE_TOKEN: TOKEN },
      now: () => world.now,
    },
    TABLE,
  );
  return { code, ...written };
}

const fileOf = ({ storeUrl }: CollectWorld): string =>
  join(storeUrl.slice('sqlite:'.length), '../collect.json');

const writeFileOf = (world: CollectWorld, ...entries: object[]): Promise<void> =>
  writeFile(
    fileOf(world),
    JSON.stringify({ sources: entries.map((entry) => ({ ...entry, baseUrl: world.url })) }),
  );

const PRICES = {
  source: 'entsoe',
  what: ['prices'],
  areas: ['DE'],
  every: '1h',
  back: '0d',
  from: '2024-05-08',
};
const RATES = { source: 'ecb', every: '6h', from: '2024-05-06' };

test('collect once fetches what is missing, and prints its requests and counts', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  world.newestRateDay = dayOf('2024-05-09');
  world.lostDays.add(dayOf('2024-05-09'));
  await writeFileOf(world, PRICES, RATES);
  const first = await run(world, 'once');
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.deepEqual(first.stdout.trim().split('\n'), [
    'DE prices 2024-05-08 to 2024-05-10: 48 new, 0 changed, 0 same',
    'entsoe: 1 request: 48 new, 0 changed, 0 same',
    'ECB recent rates: 8 new, 0 changed, 0 same',
    'ecb: 1 request: 8 new, 0 changed, 0 same',
  ]);
  const status = await run(world, 'status');
  assert.equal(status.code, 0);
  assert.match(status.stdout, /^ENTRY +STATE +LAST ATTEMPT +LAST SUCCESS +NEXT DUE +MISSING\n/);
  assert.match(
    status.stdout,
    /\nentsoe +done +2024-05-10T07:20:00Z +2024-05-10T07:20:00Z +2024-05-10T07:07:00Z +1\n/,
  );
  assert.match(status.stdout, /\nentsoe\/prices\/DE: 1 day missing, the first is 2024-05-09\n/);
  world.now += 3 * 86_400_000;
  const late = await run(world, 'status', '--json');
  assert.equal(late.code, 1);
  const [entry] = JSON.parse(late.stdout);
  assert.deepEqual(
    [entry.name, entry.isLate, entry.lastSuccessAt, entry.feeds[0].series],
    ['entsoe', true, '2024-05-10T07:20:00Z', ['dehrprice']],
  );
});

test('collect once skips an entry that a server is collecting, and ends with 1 as it collected nothing', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  await writeFileOf(world, PRICES);
  const config = await world.config(PRICES);
  await claimPass(world.store, config.entries[0]!, world.now - 1_000, world.now - 1_000);
  const { code, stdout } = await run(world, 'once', 'entsoe');
  assert.deepEqual([code, stdout], [1, 'entsoe: another process is collecting it\n']);
  assert.deepEqual(world.asked, []);
});

test('collect once ends with 1 on a fault, prints it without the key, and collect status shows it', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  world.faults.push((response) => response.writeHead(403).end(`no ${TOKEN} here`));
  await writeFileOf(world, PRICES);
  const once = await run(world, 'once');
  const status = await run(world, 'status');
  assert.equal(once.code, 1);
  assert.match(once.stdout, /1 failed: DE prices .*: the server answered 403: no … here/);
  // Each line names the feed once, and the setting with the key.
  assert.match(
    once.stdout,
    /^DE prices [^:]*: failed: the server answered 403: no … here; is the key in ENTSOE_TOKEN right\?\n/,
  );
  assert.match(status.stdout, /entsoe +failed/);
  assert.ok(![once, status].some(({ stdout, stderr }) => (stdout + stderr).includes(TOKEN)));
});

test('an unknown entry or a faulty file is reported in one line', async (t) => {
  const world = await openWorld(t, '2024-05-10T07:20:00Z');
  await writeFileOf(world, PRICES);
  const unknown = await run(world, 'once', 'entso');
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /there is no entry "entso".*did you mean entsoe/);
  await writeFileOf(world, { ...PRICES, every: 'often' });
  const bad = await run(world, 'status');
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /collect\.json: sources\[0\]\.every must be a time such as/);
});
