import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { suite, test } from 'node:test';
import { readConfig } from '#config';
import { describeStore, shareOfWorker } from '#serve/start';

const POSTGRES = 'postgres://anna:s3cret@db.example.org:5432/grid';
const REPLICA = 'postgresql://anna:0ther@replica.example.org/grid';

suite('settings of a server', () => {
  test('the defaults are one worker, sixteen connections and no replica', () => {
    const { workers, storeConnections, storeReadUrls, storeUrl } = readConfig({});
    assert.deepEqual([workers, storeConnections, storeReadUrls], [1, 16, []]);
    assert.equal(storeUrl, 'sqlite:data/gridtide.db');
  });

  test('the gate closes at noon unless GATE_CLOSURE says otherwise; 24:00 is after every run', () => {
    const closures = [undefined, '10:30', ' 24:00 ', '00:01'].map(
      (text) => readConfig({ GATE_CLOSURE: text }).gateClosure,
    );
    assert.deepEqual(closures, [720, 630, 1_440, 1]);
  });

  for (const text of ['noon', '9:00', '25:00', '24:01', '12:60', '00:00', '12:00:00']) {
    test(`GATE_CLOSURE=${text} is refused`, () => {
      assert.throws(() => readConfig({ GATE_CLOSURE: text }), {
        message: `GATE_CLOSURE must be a time of day from 00:01 to 24:00, not "${text}"`,
      });
    });
  }

  test('WEBHOOK_ALLOW is a list of hosts, addresses and subnets, none by default', () => {
    assert.deepEqual(readConfig({}).webhookAllow, []);
    const text = ' Hooks.Local, a_b-1.internal ,10.1.0.0/16,127.0.0.1,::1,fd00::/8,0.0.0.0/0';
    assert.deepEqual(readConfig({ WEBHOOK_ALLOW: text }).webhookAllow, [
      ...['hooks.local', 'a_b-1.internal', '10.1.0.0/16', '127.0.0.1', '::1', 'fd00::/8'],
      '0.0.0.0/0',
    ]);
  });

  test('WEBHOOK_ALLOW refuses what is no host, address or subnet, and names it', () => {
    for (const odd of [
      ...['*', '*.local', 'http://hooks.local', 'hooks.local:8080', 'hooks.local/in', 'a b'],
      ...['10.1.0.0/33', '10.1.0.0/', '10.1.0.0/-1', '10.1.0.0/8/8', '10.1.0.0/255.0.0.0'],
      ...['10.1.0', '10.1.0.256', '010.0.0.1', '2130706433', '0x7f.1', '::/129', '[::1]'],
      ...['.local', 'hooks..local', 'hooks.local.', 'hôte.local', 'anna@hooks.local'],
    ]) {
      for (const text of [odd, `hooks.local,${odd}`]) {
        assert.throws(() => readConfig({ WEBHOOK_ALLOW: text }), {
          message: `WEBHOOK_ALLOW must be hosts, addresses or subnets with commas between, not "${odd}"`,
        });
      }
    }
    assert.throws(() => readConfig({ WEBHOOK_ALLOW: 'hooks.local,' }), /not ""$/);
  });

  test('a session lasts 12 hours without use and 7 days in all, unless settings say otherwise', () => {
    assert.deepEqual(readConfig({}).sessions, { idleMinutes: 720, maxMinutes: 10_080 });
    const set = readConfig({ SESSION_IDLE: '30', SESSION_MAX: '30' });
    assert.deepEqual(set.sessions, { idleMinutes: 30, maxMinutes: 30 });
  });

  test('STORE_READ is a list of addresses with commas between', () => {
    const { storeReadUrls } = readConfig({
      STORE: POSTGRES,
      STORE_READ: ` ${REPLICA} , ${POSTGRES}`,
    });
    assert.deepEqual(storeReadUrls, [REPLICA, POSTGRES]);
  });

  for (const [name, env, message] of [
    ['no worker', { WORKERS: '0' }, /^WORKERS must be a whole number from 1 to 64, not "0"$/],
    ['half a worker', { WORKERS: '1.5' }, /^WORKERS must be a whole number/],
    ['too many workers', { WORKERS: '65' }, /^WORKERS must be a whole number/],
    [
      'several workers on a store in memory',
      { WORKERS: '2', STORE: 'sqlite::memory:' },
      /^WORKERS must be 1 with a store in memory/,
    ],
    [
      'a session that is idle longer than it lasts',
      { SESSION_IDLE: '61', SESSION_MAX: '60' },
      /^SESSION_IDLE must be at most SESSION_MAX, which is 60, not 61$/,
    ],
    [
      'a session without time',
      { SESSION_IDLE: '0' },
      /^SESSION_IDLE must be a whole number from 1 to \d+ of minutes, or a duration such as .*, not "0"$/,
    ],
    [
      'a backup without a folder',
      { BACKUP_EVERY: '24h' },
      /^BACKUP_EVERY is set, but BACKUP_FOLDER is not: say where to$/,
    ],
    [
      'a folder of backups without a time',
      { BACKUP_FOLDER: '/backup' },
      /^BACKUP_FOLDER is set, but BACKUP_EVERY is not: say how often, such as 24h$/,
    ],
    [
      'a backup every minute',
      { BACKUP_EVERY: '1m', BACKUP_FOLDER: '/backup' },
      /^BACKUP_EVERY must be a time such as 30m, 24h or 7d, from 5m to 31d, not "1m"$/,
    ],
    [
      'a scheduled backup of PostgreSQL',
      { BACKUP_EVERY: '24h', BACKUP_FOLDER: '/backup', STORE: POSTGRES },
      /^BACKUP_EVERY is for a store in SQLite: back PostgreSQL up with its own means, such as pg_dump$/,
    ],
    [
      'a scheduled backup of a store in memory',
      { BACKUP_EVERY: '24h', BACKUP_FOLDER: '/backup', STORE: 'sqlite::memory:' },
      /^BACKUP_EVERY is set, but a store in memory has nothing to back up$/,
    ],
    [
      'backups that are not kept',
      { BACKUP_EVERY: '24h', BACKUP_FOLDER: '/backup', BACKUP_KEEP: '0' },
      /^BACKUP_KEEP must be a whole number from 1 to 10000, not "0"$/,
    ],
    [
      'a receiver of telemetry with a password',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://anna:s3cret@otel.example.org' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http:\/\/localhost:4318, without/,
    ],
    [
      'a receiver of telemetry by another protocol',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://otel.example.org:4317' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/,
    ],
    [
      'a header without a name',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_HEADERS: 'a=b,s3cret' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value with commas between$/,
    ],
    [
      'a header with a line break',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_HEADERS: 'a=s3cret%0d%0ab' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value with commas between$/,
    ],
    [
      'a share above one',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_SAMPLER_ARG: '1.5' },
      /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "1.5"$/,
    ],
    [
      'a copied log of PostgreSQL',
      { LOG_COPY: '/copy', STORE: POSTGRES },
      /^LOG_COPY is for a store in SQLite: PostgreSQL has an archive of its log, and replicas$/,
    ],
    [
      'a copied log of a store in memory',
      { LOG_COPY: '/copy', STORE: 'sqlite::memory:' },
      /^LOG_COPY is set, but a store in memory has no log$/,
    ],
    [
      'a slow request without time',
      { SLOW_REQUEST_MS: '0' },
      /^SLOW_REQUEST_MS must be a whole number from 1 to 3600000, not "0"$/,
    ],
    [
      'too few connections',
      { STORE_CONNECTIONS: '1' },
      /^STORE_CONNECTIONS must be a whole number from 3 to 1000, not "1"$/,
    ],
    [
      'replicas of a file',
      { STORE_READ: REPLICA },
      /^STORE_READ names replicas of a PostgreSQL server, but STORE is none$/,
    ],
    [
      'a replica that is a file',
      { STORE: POSTGRES, STORE_READ: `${REPLICA},sqlite:s3cret.db` },
      /^STORE_READ must be postgres:\/\/ addresses with commas between; number 2 of 2 is none$/,
    ],
    [
      'a replica without an end',
      { STORE: POSTGRES, STORE_READ: `${REPLICA},` },
      /number 2 of 2 is none$/,
    ],
    [
      'a replica that is no address',
      { STORE: POSTGRES, STORE_READ: 'postgres://anna:s3cret@[replica/' },
      /number 1 of 1 is none$/,
    ],
  ] as const) {
    test(`${name} is refused, and no address is repeated`, () => {
      assert.throws(
        () => readConfig(env),
        (error: Error) => {
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /s3cret|0ther|example/);
          return true;
        },
      );
    });
  }

  test('all workers together share memory and threads', () => {
    const shareOf = (env: Record<string, string>) => {
      const { cacheMegabytes, answerThreads } = shareOfWorker(readConfig(env));
      return [cacheMegabytes, answerThreads];
    };
    assert.deepEqual(shareOf({ WORKERS: '4', CACHE_MB: '64', ANSWER_THREADS: '8' }), [16, 2]);
    assert.deepEqual(shareOf({ WORKERS: '8', CACHE_MB: '4', ANSWER_THREADS: '3' }), [0.5, 1]);
    assert.deepEqual(shareOf({ WORKERS: '2', CACHE_MB: '0', ANSWER_THREADS: '0' }), [0, 0]);
    const threads = Math.min(4, availableParallelism());
    assert.deepEqual(shareOf({}), [64, threads]);
    assert.deepEqual(shareOf({ WORKERS: '64' }), [1, 1]);
  });

  test('a store is described without its secrets', () => {
    assert.equal(describeStore('sqlite:data/grid.db'), 'sqlite:data/grid.db');
    const shown = [POSTGRES, `${POSTGRES}?password=s3cret`, 'postgres://anna:s3cret@[x/'].map(
      describeStore,
    );
    for (const text of shown) assert.doesNotMatch(text, /anna|s3cret/);
    assert.equal(shown[0], 'PostgreSQL at db.example.org:5432, database grid');
  });
});
