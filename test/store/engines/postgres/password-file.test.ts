// A password that is in no address and on no command line: it comes from the file that PostgreSQL's own
// programs use.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore } from '#store/open/open-store';

const ASK_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const PASSWORD_MESSAGE = 0x70;

/** A server that asks every client for its password in the clear, keeps it, and hangs up. */
async function listenForPasswords(passwords: string[]) {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] !== PASSWORD_MESSAGE) socket.write(ASK_FOR_PASSWORD);
      else {
        passwords.push(bytes.subarray(5, -1).toString());
        socket.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

it('a store’s address without a password takes it from the file that PGPASSFILE names', async (t) => {
  const passwords: string[] = [];
  const { server, port } = await listenForPasswords(passwords);
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-pgpass-'));
  const before = process.env.PGPASSFILE;
  t.after(async () => {
    if (before === undefined) delete process.env.PGPASSFILE;
    else process.env.PGPASSFILE = before;
    server.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'pgpass');
  await writeFile(file, `127.0.0.1:${port}:gridtide:anna:from the file\n`);
  await chmod(file, 0o600);
  process.env.PGPASSFILE = file;
  await assert.rejects(openStore(`postgres://anna@127.0.0.1:${port}/gridtide`));
  assert.deepEqual([...new Set(passwords)], ['from the file']);
});
