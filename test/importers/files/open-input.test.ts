import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type Input, openInput } from '#importers/files/open-input';
import { makeFolder } from '../open-market.ts';

const TEXT = Array.from({ length: 20_000 }, (_, i) => `row ${i}\n`).join('');
const NOTHING = Readable.from([]);

async function readAll(input: Input): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input.pieces) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

suite('input of imports', () => {
  for (const [name, bytes] of [
    ['plain.csv', Buffer.from(TEXT)],
    ['packed.csv.gz', gzipSync(TEXT)],
    [
      'two-members.csv.gz',
      Buffer.concat([gzipSync(TEXT.slice(0, 777)), gzipSync(TEXT.slice(777))]),
    ],
    ['packed.csv.zst', zstdCompressSync(TEXT)],
    [
      'two-frames.csv.zst',
      Buffer.concat([zstdCompressSync(TEXT.slice(0, 777)), zstdCompressSync(TEXT.slice(777))]),
    ],
    ['misnamed.csv', gzipSync(TEXT)],
  ] as const) {
    test(`${name} is read, and its progress is told`, async (t) => {
      const path = join(await makeFolder(t), name);
      await writeFile(path, bytes);
      let bytesRead = 0;
      const input = await openInput(path, NOTHING, (count) => {
        bytesRead = count;
      });
      assert.equal(await readAll(input), TEXT);
      assert.deepEqual(
        [input.name, input.sizeBytes, bytesRead],
        [name, bytes.length, bytes.length],
      );
    });
  }

  test('standard input is read, packed or not, however small its pieces', async () => {
    for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT), zstdCompressSync(TEXT)]) {
      const pieces = Readable.from([bytes.subarray(0, 1), bytes.subarray(1, 3), bytes.subarray(3)]);
      const input = await openInput('-', pieces);
      assert.deepEqual(
        [await readAll(input), input.name, input.sizeBytes],
        [TEXT, 'stdin', undefined],
      );
    }
  });

  test('an empty file has no bytes', async (t) => {
    const path = join(await makeFolder(t), 'empty.csv');
    await writeFile(path, '');
    assert.equal(await readAll(await openInput(path, NOTHING)), '');
  });

  for (const [name, bytes] of [
    ['gzip', gzipSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
  ] as const) {
    test(`${name} data that are cut off or damaged are refused`, async (t) => {
      const path = join(await makeFolder(t), 'bad');
      await writeFile(path, bytes.subarray(0, bytes.length - 20));
      await assert.rejects(async () => readAll(await openInput(path, NOTHING)), {
        name: 'ImportFault',
        message: new RegExp(`^the ${name} data are damaged or cut off`),
      });
      await writeFile(path, Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(400, 0xa5)]));
      await assert.rejects(async () => readAll(await openInput(path, NOTHING)), {
        name: 'ImportFault',
      });
    });
  }

  test('a missing file and a folder are refused in plain words', async (t) => {
    const folder = await makeFolder(t);
    await assert.rejects(openInput(join(folder, 'none.csv'), NOTHING), {
      message: 'there is no such file',
    });
    await assert.rejects(openInput(folder, NOTHING), { message: 'this is a folder, not a file' });
  });

  test('a file may be closed before its end', async (t) => {
    const path = join(await makeFolder(t), 'packed.gz');
    await writeFile(path, gzipSync(TEXT));
    for await (const piece of (await openInput(path, NOTHING)).pieces) {
      assert.ok(piece.length > 0);
      break;
    }
  });
});
