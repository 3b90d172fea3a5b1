// A workbook that cannot become a temporary file. The tests change the process's temporary folder.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { makeXlsx, type XlsxCell } from '../../../../importers/tables/xlsx/made-workbook.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld } from '../operator-world.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const world = await OperatorWorld.open({ after });
await world.define('dehrprice');

const send = (bytes: Uint8Array, query = '', once?: string) =>
  world.send('POST', `/series/dehrprice/values${query}`, {
    raw: { type: XLSX, bytes: Buffer.from(bytes) },
    ...(once === undefined ? {} : { once }),
  });

describe('a workbook without room for a temporary file', () => {
  /** Runs `work` with a temporary folder of its own, and returns what it leaves there. */
  async function withTemporary(
    work: (folder: string) => Promise<void>,
  ): Promise<readonly string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    try {
      await work(folder);
      return await readdir(folder);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(folder, { recursive: true });
    }
  }

  const ROWS: XlsxCell[][] = [
    ['time', 'value'],
    ['2024-05-18T00:00Z', 17],
  ];

  async function assertNoRoom(code: string, once: string): Promise<void> {
    const [audit, values] = [await world.ask('GET', '/audit'), await world.values('dehrprice')];
    const answer = await send(await makeXlsx(ROWS), '', once);
    const { detail } = assertRefused(answer, 503, 'store_unavailable');
    assert.match(detail, new RegExp(`temporary folder .*\\(${code}\\).*nothing was written.*CSV`));
    assert.ok(!detail.includes(tmpdir()), detail);
    assert.equal(answer.headers['retry-after'], '30');
    assert.deepEqual(await world.ask('GET', '/audit'), audit);
    assert.deepEqual(await world.values('dehrprice'), values);
  }

  it('a temporary folder that does not exist is a refusal by name, and the workbook can be sent again', async () => {
    const left = await withTemporary(async (folder) => {
      process.env.TMPDIR = join(folder, 'missing');
      await assertNoRoom('ENOENT', 'no-folder');
    });
    assert.deepEqual(left, []);
    const again = await send(await makeXlsx(ROWS), '?dryRun=true');
    assert.equal(again.body.new, 1);
  });

  it('a temporary folder that is full is a refusal by name, and nothing is left in it', async (t) => {
    const { createWriteStream } = fs;
    const full = t.mock.method(fs, 'createWriteStream', () => createWriteStream('/dev/full'));
    syncBuiltinESMExports();
    try {
      assert.deepEqual(await withTemporary(() => assertNoRoom('ENOSPC', 'no-room')), []);
    } finally {
      full.mock.restore();
      syncBuiltinESMExports();
    }
    assert.equal(full.mock.callCount(), 1);
    const written = await send(await makeXlsx(ROWS), '', 'no-room');
    assert.deepEqual([written.status, written.body.new], [200, 1]);
  });
});
