// Uses an installation in every way while every secret is a canary. Afterwards no canary may be found in any
// form in logs, the database, answers, metrics, documents or pages.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { lastFirst, until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { CanaryInstallation } from './canary-installation.ts';
import { CanaryRequests } from './canary-requests.ts';
import { CanarySso } from './canary-sso.ts';
import { ECHO_COUNT } from './echo-service.ts';

const DEFINE = `code,description,unit,resolution,area,category
dehrprice,Price,EUR/MWh,hour,DE,hrprice
frhrprice,Price,EUR/MWh,hour,FR,hrprice
dedayprice,Price,EUR/MWh,day,DE,
`;
const PRICES = ['10', '11', '12'].map((hour) => `dehrprice,2024-05-17T${hour}:00Z,1\n`).join('');

/** Refusals that cannot be provoked from outside, or not from this machine; error-codes.test.ts checks their bodies. */
const NOT_PROVOKED: readonly RefusalCode[] = [
  'data_damaged',
  'internal',
  'metrics_closed',
  // passwords-off.test.ts provokes it: this server accepts passwords.
  'passwords_off',
  'server_busy',
  'write_unknown',
];

interface Keys {
  readonly reader: string;
  readonly operator: string;
  readonly writer: string;
  readonly auditor: string;
}

/** An installation whose server is used, and the keys to use it with. */
interface Exercise {
  readonly installation: CanaryInstallation;
  readonly requests: CanaryRequests;
  readonly keys: Keys;
}

/** Runs commands as an operator does before the server runs, some of them wrong. */
async function prepare(installation: CanaryInstallation, password: string): Promise<Keys> {
  const define = await installation.file('series.csv', DEFINE);
  const prices = await installation.file('prices.csv', `series,time,value\n${PRICES}`);
  const broken = await installation.file('broken.csv', 'series,time,value\ndehrprice,never,1\n');
  await installation.command([
    'plan',
    'set',
    'all',
    '--series',
    '*',
    '--requests-per-minute',
    '100000',
  ]);
  const { code, stderr } = await installation.command(['user', 'add', 'anna', '--password-stdin'], {
    stdin: `${password}\n`,
    isAlone: true,
  });
  assert.equal(code, 0, stderr);
  await installation.command(['import', prices, '--define', define]);
  const addKey = async (...argv: string[]): Promise<string> => {
    const { code, stdout } = await installation.command(['key', 'add', ...argv], {
      makes: argv[1]!,
    });
    assert.equal(code, 0);
    return stdout.trim();
  };
  const service = ['--service', '--role', 'writer', '--series', 'de*'];
  await installation.command(['user', 'add', 'loader', ...service]);
  await installation.command(['user', 'add', 'auditor', '--service', '--role', 'auditor']);
  const keys = {
    reader: await addKey('anna', 'reader'),
    operator: await addKey('anna', 'writer', '--operator'),
    writer: await addKey('loader', 'feed', '--role', 'writer', '--series', '*price'),
    auditor: await addKey('auditor', 'look', '--role', 'auditor'),
  };
  const long = installation.canaries.plant('a password that is refused').repeat(5);
  await Promise.all([
    installation.command(['user', 'add', 'otto', '--password-stdin'], { stdin: `${long}\n` }),
    installation.command(['import', broken]),
    installation.command(['import', `${broken}.gone`]),
    installation.command(['key', 'list', '--json']),
    installation.command(['user', 'list', '--json']),
  ]);
  return keys;
}

/** Settings that are refused or only warned of, with a secret in a file or in an address. */
async function badSettings(installation: CanaryInstallation): Promise<Record<string, string>[]> {
  const secret = installation.canaries.plant('a secret in a file of settings');
  const lines = [secret, `PROT=${secret}`, `METRICS_TOKEN="${secret}`, `METRICS_TOKEN=${secret}\\`];
  const files = await Promise.all(
    lines.map((line, at) => installation.file(`settings-${at}.env`, `PORT=0\n${line}\n`)),
  );
  const token = await installation.file('token', `${secret}\n`);
  const address = `http://anna:${encodeURIComponent(secret)}@127.0.0.1:1`;
  return [
    ...files.map((GRIDTIDE_SETTINGS) => ({ GRIDTIDE_SETTINGS })),
    { METRICS_TOKEN_FILE: token },
    { METRICS_TOKEN_FILE: token, METRICS_ACCESS: 'token', HTTPS_PROXY: address },
    { GRIDTIDE_SMTP_URL_FILE: token, STORE_READ: `postgres://anna:12,${secret}@127.0.0.1/d` },
  ];
}

/** Names stores that cannot be opened, each with a password in its address. */
async function nameBadStores(installation: CanaryInstallation): Promise<void> {
  const password = encodeURIComponent(
    installation.canaries.plant('password of a store that does not exist'),
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
    ...addresses.flatMap((STORE) =>
      [['check'], ['settings'], ['doctor', '--json']].map((argv) =>
        installation.command(argv, { env: { STORE, PORT: '0' } }),
      ),
    ),
    ...(await badSettings(installation)).map((env) =>
      installation.command(['settings', '--json'], { env }),
    ),
    installation.command(['copy', '--source', first!, '--target', first!, '--force']),
    installation.command(['import', 'prices.csv'], { env: { STORE: first! } }),
    installation.command(['copy', '--to', first!]),
    installation.command(['serve', '--port', '0'], {
      env: { STORE: addresses[3]! },
      isAlone: true,
    }),
    installation.command(['serve', '--port', '0'], {
      env: { STORE_READ: `${first},${addresses[1]}` },
      isAlone: true,
    }),
  ]);
}

/** Fetches from the service that repeats the key it is asked with, in every way. */
async function fetchByKey(installation: CanaryInstallation): Promise<void> {
  const span = [
    '--from',
    '2024-05-08',
    '--to',
    '2024-05-08',
    '--base-url',
    installation.serviceUrl,
  ];
  const asked = ['fetch', 'entsoe', '--area', 'DE', '--what', 'prices', ...span];
  const ends = await Promise.all(
    Array.from({ length: ECHO_COUNT }, () => installation.command(asked)),
  );
  for (const { code } of ends) assert.notEqual(code, 0, 'the service only ever complains');
}

/** Asks every part of the interfaces, with each kind of secret; resolves to a token that it signed in for. */
async function askEverything(
  { installation, requests, keys }: Exercise,
  password: string,
): Promise<string> {
  const token = await requests.signIn(password);
  await requests.tryCodes();
  await requests.trySessions(password);
  await requests.misplaceToken(token);
  await requests.misplaceToken(keys.reader);
  await requests.tryKeys(token, password);
  await requests.tryBasic(password, keys.reader);
  await requests.tryRoles(keys.writer, keys.auditor);
  await requests.tryBoards(token, keys.reader);
  await requests.tryLinks(token, keys.reader, keys.operator);
  await requests.tryAlerts(token, keys.reader);
  await requests.tryWebhooks(token, keys.operator);
  const adding = ['webhook', 'add', 'https://receiver.invalid/in', '--user', 'anna'];
  const { stdout } = await installation.command(adding, { makes: 'a webhook’s secret' });
  installation.stores(stdout.trim());
  await requests.operate(keys.operator);
  await requests.beRefused(keys.reader, keys.operator);
  await requests.readPublicPaths(keys.operator);
  return token;
}

/** Changes the user's password and revokes a key, until the token is refused; resolves to the new password. */
async function shutOut({ installation, requests }: Exercise, token: string): Promise<string> {
  const changed = installation.canaries.plant('a changed password');
  const stdin = `${changed}\n`;
  await installation.command(['user', 'password', 'anna', '--password-stdin'], { stdin });
  await installation.command(['key', 'revoke', 'anna', 'reader']);
  // Another process made the change, which the server notices within two seconds.
  await until(async () => (await requests.ask('GET /api/v1/account', { token })).status === 401);
  return changed;
}

/** Asks while the store is shut, if its engine can be. */
async function askWithoutStore(
  { installation, requests, keys }: Exercise,
  password: string,
): Promise<void> {
  if (!installation.store.shut) return;
  await installation.store.shut(true);
  await requests.ask('GET /api/v1/account', { token: keys.operator });
  await requests.ask('POST /api/v1/auth', { body: { username: 'anna', password } });
  await installation.command(['check']);
  await installation.store.shut(false);
}

async function lookAfterwards(installation: CanaryInstallation): Promise<void> {
  const looks = [
    ['audit'],
    ['check'],
    ['collect', 'status'],
    ['user', 'list'],
    ['webhook', 'list'],
    ['link', 'list', '--json'],
  ];
  await Promise.all(looks.map((command) => installation.command(command)));
  await installation.endCommands();
  await installation.keepDump('at the end');
}

function assertAllMet({ installation, requests }: Exercise): void {
  const shutOnly: RefusalCode[] = installation.store.shut ? [] : ['store_unavailable'];
  const missed = (Object.keys(REFUSALS) as RefusalCode[]).filter(
    (code) => !requests.codes.has(code),
  );
  assert.deepEqual(missed.sort(), [...NOT_PROVOKED, ...shutOnly].sort(), 'refusals not met');
}

async function exerciseAll(
  t: TestContext,
  engine: 'sqlite' | 'postgres',
): Promise<CanaryInstallation> {
  const ends = lastFirst(t);
  const installation = await CanaryInstallation.open(ends, engine);
  const password = installation.canaries.plant('a user’s password');
  const keys = await prepare(installation, password);
  // Once is enough, as neither depends on the engine.
  if (engine === 'sqlite')
    await Promise.all([nameBadStores(installation), fetchByKey(installation)]);
  const sso = await CanarySso.open(ends, installation);
  const server = await ProductServer.start(ends, {
    env: { LOG_LEVEL: 'info', ...installation.env, ...sso.env },
  });
  const requests = new CanaryRequests(installation, server.url);
  const exercise = { installation, requests, keys };
  for (const code of await sso.exercise(server.url)) requests.codes.add(code);
  const token = await askEverything(exercise, password);
  await installation.keepDump('while it was in use');
  const changed = await shutOut(exercise, token);
  await until(() => server.lines.find(({ msg }) => msg === 'collecting failed'));
  await requests.guess();
  await requests.readPublicPaths(keys.operator);
  await askWithoutStore(exercise, changed);
  server.child.kill('SIGTERM');
  await server.ended;
  installation.evidence.add('stdout of the server', server.stdout);
  installation.evidence.add('stderr of the server', server.stderr);
  assert.ok(server.lines.length > 100, 'the server logged what it did');
  await lookAfterwards(installation);
  assertAllMet(exercise);
  return installation;
}

/** Texts that are no secrets, each with evidence that has it. They prove that the search reads what it should. */
const KNOWN_TEXTS = {
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
  const { canaries, evidence } = await exerciseAll(t, engine);
  assert.ok(canaries.names.length > 40, 'there were secrets of every kind');
  assert.ok(evidence.names.length > 150, 'there was much to search');
  for (const [text, name] of KNOWN_TEXTS[engine]) {
    assert.ok(evidence.namesOf(text).includes(name), `${name} has ${text}`);
  }
  assert.deepEqual(evidence.findLeaks(canaries), []);
  t.diagnostic(
    `figure: ${engine}: ${canaries.names.length} secrets in none of ${evidence.names.length} texts`,
  );
}
