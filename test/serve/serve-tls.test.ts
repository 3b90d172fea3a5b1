// `serve` with a certificate: one process, several, and what it says if the files are wrong.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { firstCases, skipUnlessLong } from '../../harness/rounds.ts';
import { makeSelfSigned, writeSelfSigned } from '../http/connection/self-signed.ts';

async function makeFiles(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-serve-tls-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = await writeSelfSigned(folder);
  const argv = ['--store', `sqlite:${join(folder, 'grid.db')}`];
  return { folder, files, argv, env: { TLS_CERT: files.certFile, TLS_KEY: files.keyFile } };
}

async function statusOf(url: string, ca: string): Promise<[status: number, by: string]> {
  const sent = request(new URL('/readyz', url), { ca, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return [answer.statusCode!, String(answer.headers['x-request-id']).split('-')[0]!];
}

suite('a server with a certificate', { timeout: 300_000 }, () => {
  for (const workers of firstCases([2, 1])) {
    test(`a server of ${workers} processes serves HTTPS`, async (t) => {
      const { files, argv, env } = await makeFiles(t);
      const server = ProductServer.begin(t, {
        args: [...argv, '--workers', String(workers)],
        env: { LOG_LEVEL: 'info', ...env },
      });
      const url = await until(() => {
        assert.equal(server.child.exitCode, null, server.stderr);
        return /serves (https:\S+)/.exec(server.stdout)?.[1];
      });
      const seen = new Set<string>();
      await until(async () => {
        const [status, by] = await statusOf(url, files.cert);
        assert.equal(status, 200);
        return seen.add(by).size === workers || undefined;
      });
      await assert.rejects(statusOf(url, makeSelfSigned().cert));
      server.child.kill('SIGTERM');
      assert.deepEqual(await server.ended, [0, null]);
      assert.doesNotMatch(server.stdout + server.stderr, /PRIVATE|BEGIN/);
    });

    const skip = workers > 1 && skipUnlessLong();
    test(`a server of ${workers} processes says in one line why it does not start`, {
      skip,
    }, async (t) => {
      const { files, argv, env } = await makeFiles(t);
      const wrong = { ...env, TLS_KEY: files.certFile };
      const server = ProductServer.begin(t, {
        args: [...argv, '--workers', String(workers)],
        env: { LOG_LEVEL: 'info', ...wrong },
      });
      assert.deepEqual(await server.ended, [1, null]);
      const said = server.stderr.split('\n').filter((line) => /^gridtide/.test(line));
      assert.equal(said.length, 1, server.stderr);
      assert.match(said[0]!, /^gridtide serve: TLS_KEY: \S+cert\.pem holds no private key/);
    });
  }
});
