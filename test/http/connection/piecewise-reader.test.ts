// Who reads a connection: pieces for strangers, Node's parser itself for callers. It uses parts of Node that are not
// documented; if one is gone, connections are read as before, only slower, and this test says so.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { PiecewiseReader } from '#http/connection/piecewise-reader';
import { Connection } from '../../../harness/connection.ts';

async function openConnection(t: TestContext) {
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece) => (bytes += piece.length));
    request.once('end', () => response.end(String(bytes)));
  });
  const readers: PiecewiseReader[] = [];
  let handedOn = 0;
  server.on('connection', (socket) => {
    readers.push(new PiecewiseReader(socket));
    socket.on('data', () => handedOn++);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = new Connection({ url: `http://127.0.0.1:${port}` });
  t.after(() => {
    connection.close();
    server.close();
  });
  /** Asks, and returns how often something was handed on so far. */
  const ask = async (body?: string): Promise<number> => {
    const { text } = await connection.ask('/', { method: 'POST', body });
    assert.equal(text, String(body === undefined ? 0 : body.length + '""'.length));
    assert.equal(readers.length, 1, 'all is asked on one connection');
    return handedOn;
  };
  return { reader: () => readers[0]!, ask };
}

describe('a reader of a connection', () => {
  it('Node’s parser reads a connection that is left to it, and hands on pieces when it is taken back', async (t) => {
    const { reader, ask } = await openConnection(t);
    assert.equal(await ask(), 1);
    assert.equal(reader().leave(), true, 'this version of Node cannot be left to read by itself');
    assert.deepEqual([await ask(), await ask()], [1, 1]);
    reader().takeBack();
    assert.deepEqual([await ask(), await ask()], [2, 3]);
  });

  it('a reader can leave a connection to Node again and again', async (t) => {
    const { reader, ask } = await openConnection(t);
    for (let i = 0; i < 3; i++) {
      await ask();
      assert.equal(reader().leave(), true);
      assert.equal(reader().leave(), false, 'it was left already');
      await ask();
      reader().takeBack();
    }
  });

  it('a connection on which requests wait is not left to Node', async (t) => {
    const { reader, ask } = await openConnection(t);
    await ask();
    reader().waiting = 1;
    assert.equal(reader().leave(), false);
    reader().waiting = 0;
    reader().stop();
    assert.equal(reader().leave(), false);
    reader().readOn();
    await ask();
  });

  it('a long body arrives whole over a connection that is left to Node', async (t) => {
    const { reader, ask } = await openConnection(t);
    await ask();
    assert.equal(reader().leave(), true);
    await ask('x'.repeat(3_000_000));
    await ask();
  });
});
