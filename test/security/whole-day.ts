// A whole day in which every secret is a canary: afterwards none is where it must not be, in whatever form: not
// in logs, not in the database, not in answers, figures, documents or pages.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { REFUSALS, type RefusalCode } from '#core/errors';
import { lastFirst, until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { CanaryDay } from './canary-day.ts';
import { CanaryHouse, ECHO_COUNT } from './canary-house.ts';

const DEFINE = `code,description,unit,resolution,area,category
dehrprice,Price,EUR/MWh,hour,DE,hrprice
frhrprice,Price,EUR/MWh,hour,FR,hrprice
dedayprice,Price,EUR/MWh,day,DE,
`;
const PRICES = ['10', '11', '12'].map((hour) => `dehrprice,2024-05-17T${hour}:00Z,1\n`).join('');

/** They cannot be provoked from outside; error-codes.test.ts sees to their bodies. */
const NOT_PROVOKED: readonly RefusalCode[] = ['internal', 'server_busy', 'write_unknown'];

interface Keys {
  readonly reader: string;
  readonly operator: string;
}

/** What an operator does on the command line before the server runs; some of it wrong. */
async function prepare(house: CanaryHouse, password: string): Promise<Keys> {
  const define = await house.file('series.csv', DEFINE);
  const prices = await house.file('prices.csv', `series,time,value\n${PRICES}`);
  const broken = await house.file('broken.csv', 'series,time,value\ndehrprice,never,1\n');
  await house.command(['plan', 'set', 'all', '--series', '*', '--requests-per-minute', '100000']);
  const { code, stderr } = await house.command(['user', 'add', 'anna', '--password-stdin'], {
    stdin: `${password}\n`,
    isAlone: true,
  });
  assert.equal(code, 0, stderr);
  await house.command(['import', prices, '--define', define]);
  const key = async (...argv: string[]): Promise<string> => {
    const { stdout } = await house.command(['key', 'add', 'anna', ...argv], { makes: argv[0]! });
    return stdout.trim();
  };
  const keys = { reader: await key('reader'), operator: await key('desk', '--operator') };
  const long = house.canaries.plant('a password that is refused').repeat(5);
  await Promise.all([
    house.command(['user', 'add', 'otto', '--password-stdin'], { stdin: `${long}\n` }),
    house.command(['import', broken]),
    house.command(['import', `${broken}.gone`]),
    house.command(['key', 'list', '--json']),
    house.command(['user', 'list', '--json']),
  ]);
  return keys;
}

/** Stores that cannot be opened, each with a password in its address. */
async function nameBadStores(house: CanaryHouse): Promise<void> {
  const password = encodeURIComponent(
    house.canaries.plant('password of a store that is not there'),
  );
  const addresses = [
    `postgres://anna:${password}@127.0.0.1:1/gridtide`,
    `postgres://anna:${password}@[::1/gridtide`,
    `postgres://anna:${password}@127.0.0.1:99999/gridtide`,
    `mysql://anna:${password}@127.0.0.1/gridtide`,
    `sqlite://anna:${password}@127.0.0.1/gridtide`,
  ];
  const [first] = addresses;
  await Promise.all([
    ...addresses.map((STORE) => house.command(['check'], { env: { STORE } })),
    house.command(['import', 'prices.csv'], { env: { STORE: first! } }),
    house.command(['copy', '--to', first!]),
    house.command(['serve', '--port', '0'], { env: { STORE: addresses[3]! }, isAlone: true }),
    house.command(['serve', '--port', '0'], {
      env: { STORE_READ: `${first},${addresses[1]}` },
      isAlone: true,
    }),
  ]);
}

/** A service that repeats the key that it is asked with, in every way it knows. */
async function fetchByKey(house: CanaryHouse): Promise<void> {
  const span = ['--from', '2024-05-08', '--to', '2024-05-08', '--base-url', house.serviceUrl];
  const asked = ['fetch', 'entsoe', '--area', 'DE', '--what', 'prices', ...span];
  const ends = await Promise.all(Array.from({ length: ECHO_COUNT }, () => house.command(asked)));
  for (const { code } of ends) assert.notEqual(code, 0, 'the service only ever complains');
}

async function spendDay(t: TestContext, engine: 'sqlite' | 'postgres'): Promise<CanaryHouse> {
  const ends = lastFirst(t);
  const house = await CanaryHouse.open(ends, engine);
  const password = house.canaries.plant('a user’s password');
  const keys = await prepare(house, password);
  // Once is enough: neither has to do with what the store is.
  if (engine === 'sqlite') await Promise.all([nameBadStores(house), fetchByKey(house)]);
  const server = await ProductServer.start(ends, { env: { LOG_LEVEL: 'info', ...house.env } });
  const day = new CanaryDay(house, server.url);
  const token = await day.signIn(password);
  await day.tryCodes();
  await day.carryAround(token);
  await day.carryAround(keys.reader);
  await day.tryKeys(token);
  await day.operate(keys.operator);
  await day.beRefused(keys.reader, keys.operator);
  await day.lookAround(keys.operator);
  await house.keepDump('while it was in use');
  const changed = house.canaries.plant('a changed password');
  const stdin = `${changed}\n`;
  await house.command(['user', 'password', 'anna', '--password-stdin'], { stdin });
  await house.command(['key', 'revoke', 'anna', 'reader']);
  // Another process changed it: a server notices within two seconds.
  await until(async () => (await day.ask('GET /api/v1/account', { token })).status === 401);
  await until(() => server.lines.find(({ msg }) => msg === 'collecting failed'));
  await day.guess();
  await day.lookAround(keys.operator);
  if (house.store.shut) {
    await house.store.shut(true);
    await day.ask('GET /api/v1/account', { token: keys.operator });
    await day.ask('POST /api/v1/auth', { body: { username: 'anna', password: changed } });
    await house.command(['check']);
    await house.store.shut(false);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  house.evidence.add('stdout of the server', server.stdout);
  house.evidence.add('stderr of the server', server.stderr);
  assert.ok(server.lines.length > 100, 'the server logged what it did');
  const looks = [['audit'], ['check'], ['collect', 'status'], ['user', 'list']];
  await Promise.all(looks.map((command) => house.command(command)));
  await house.endCommands();
  await house.keepDump('at the end');
  const shutOnly: RefusalCode[] = house.store.shut ? [] : ['store_unavailable'];
  const missed = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => !day.codes.has(code));
  assert.deepEqual(missed.sort(), [...NOT_PROVOKED, ...shutOnly].sort(), 'refusals not met');
  return house;
}

/** Texts that are no secrets, where they are known to be: what is searched is what it should be. */
const KNOWN_PLACES = {
  sqlite: [
    ['anna', 'file store-accounts.db, at the end'],
    ['dehrprice', 'file store.db, at the end'],
    ['anna', 'stderr of the server'],
    ['gridtide_', 'answer 200 to GET /metrics'],
  ],
  postgres: [
    ['anna', 'table public.app_user, at the end'],
    ['dehrprice', 'table public.series, at the end'],
    ['anna', 'stderr of the server'],
    ['gridtide_', 'answer 200 to GET /metrics'],
  ],
} as const;

export async function assertNothingLeft(
  t: TestContext,
  engine: 'sqlite' | 'postgres',
): Promise<void> {
  const { canaries, evidence } = await spendDay(t, engine);
  assert.ok(canaries.names.length > 40, 'there were secrets of every kind');
  assert.ok(evidence.places.length > 150, 'there was much to look through');
  for (const [text, place] of KNOWN_PLACES[engine]) {
    assert.ok(evidence.placesOf(text).includes(place), `${place} holds ${text}`);
  }
  assert.deepEqual(evidence.findLeaks(canaries), []);
  t.diagnostic(
    `figure: ${engine}: ${canaries.names.length} secrets in none of ${evidence.places.length} places`,
  );
}
