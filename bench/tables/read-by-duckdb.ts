// Reads series by DuckDB itself, through a proxy that counts bytes; undefined if its extension is not installed.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { DuckDBInstance } from '@duckdb/node-api';

export async function readByDuckDb(
  urls: readonly string[],
  codes: readonly string[],
  token: string,
) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run('LOAD httpfs');
  } catch {
    connection.closeSync();
    return undefined;
  }
  const { port, counts, close } = await countBetween(Number(new URL(urls[0]!).port));
  const startedAt = performance.now();
  await connection.run(`CREATE SECRET (TYPE http, BEARER_TOKEN '${token}')`);
  const list = urls.map((url) => `'${url.replace(/:\d+\//, `:${port}/`)}'`).join(', ');
  const wanted = codes.map((code) => `'${code}'`).join(', ');
  const sql = `SELECT count(value)::DOUBLE FROM read_parquet([${list}]) WHERE series IN (${wanted})`;
  const [[rows] = []] = (await connection.runAndReadAll(sql)).getRows();
  const readMs = performance.now() - startedAt;
  connection.closeSync();
  close();
  const { requests, sentBytes } = counts;
  return { reader: 'DuckDB (httpfs)', requests, sentBytes, rows: Number(rows), readMs };
}

/** A proxy to a port of this machine. Bytes are those of whole answers, headers too. */
async function countBetween(port: number) {
  const counts = { requests: 0, sentBytes: 0 };
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    client.on('data', (bytes) => {
      counts.requests += bytes.toString('latin1').split(/(?:GET|HEAD) \//).length - 1;
    });
    target.on('data', (bytes) => {
      counts.sentBytes += bytes.length;
    });
    for (const socket of [client, target]) socket.on('error', () => {});
    client.pipe(target).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => void server.close();
  return { port: (server.address() as AddressInfo).port, counts, close };
}
