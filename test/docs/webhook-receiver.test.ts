// The receiver of the page about webhooks, started as the page says.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { signDelivery } from '#service/webhooks/sign-delivery';
import { findFreePort } from '../../harness/free-port.ts';
import { ROOT } from './run-examples.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('the receiver of the page takes what is signed, once, and nothing else', async (t) => {
  const page = await readFile(join(ROOT, 'docs/how-to/webhooks.md'), 'utf8');
  const [, script] = /```js\n(.*?)```/s.exec(page)!;
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-receiver-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'receiver.mjs'), script!);
  const port = await findFreePort();
  const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece) => (printed += piece));
  t.after(async () => {
    child.kill();
    await once(child, 'close');
  });
  while (!printed.includes('listening')) await once(child.stdout, 'data');

  const send = async (secret: string, now: number, body: string, sent = body): Promise<number> => {
    const headers = signDelivery({ id: 'msg_1', body }, { secret, old: null }, now);
    const url = `http://127.0.0.1:${port}/`;
    return (await fetch(url, { method: 'POST', headers, body: sent })).status;
  };
  const event = { id: '7', type: 'values.changed', series: 'dehrprice', from: 'a', to: 'b' };
  const body = JSON.stringify({ type: 'changes', data: { events: [event], next: '7' } });
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  assert.equal(await send(SECRET, Date.now(), body), 204);
  assert.equal(await send(SECRET, Date.now(), body), 204);
  assert.equal(await send(other, Date.now(), body), 400);
  assert.equal(await send(SECRET, Date.now() - 3_600_000, body), 400);
  assert.equal(await send(SECRET, Date.now(), body, body.replace('7', '8')), 400);
  assert.equal(printed.split('\n').filter((line) => line.includes('dehrprice')).length, 1);
});
