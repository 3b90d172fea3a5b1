// The bounds of compressing, and streams that are compressed.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerCache } from '#http/answer/answer-cache';
import { AnswerPacker, packApart, packSync } from '#http/answer/compress-answer';
import type { Coding } from '#http/answer/content-coding';

/** A request with its reply, as far as compressing needs them. */
function exchange(answers?: AnswerCache) {
  const request = { plainTag: '"t"', keepsIn: answers } as unknown as FastifyRequest;
  const headers = new Map<string, string>();
  const raw = new EventEmitter();
  const reply = {
    raw,
    request,
    header: (name: string, value: string) => headers.set(name, value),
  } as unknown as FastifyReply;
  return { request, reply, headers, raw };
}

const UNPACK = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

const TEXT = Buffer.from('many words of one kind. '.repeat(5_000));

suite('compressing answers', () => {
  test('short and long texts come out as they went in, by each coding', async () => {
    const packer = new AnswerPacker(2 ** 24);
    for (const times of [100, 2_000, 20_000]) {
      const text = Buffer.from('many words of one kind. '.repeat(times));
      for (const [coding, unpack] of Object.entries(UNPACK)) {
        const { request, reply } = exchange();
        const packed = (await packer.pack(request, reply, text, coding as Coding)) as Buffer;
        assert.ok(unpack(packed).equals(text) && packed.length < text.length / 10, coding);
      }
    }
  });

  test('a compressed answer has memory of its own length, and no other buffer loses its bytes', async () => {
    for (const times of [1, 50, 500, 5_000, 50_000]) {
      const neighbour = Buffer.from('in the pool that small buffers share');
      const text = Buffer.from('many words of one kind. '.repeat(times));
      for (const [coding, unpack] of Object.entries(UNPACK)) {
        for (const pack of [packSync, packApart]) {
          const packed = await pack(text, coding as Coding);
          assert.equal(packed.buffer.byteLength, packed.length);
          assert.ok(unpack(packed).equals(text), coding);
        }
      }
      assert.equal(neighbour.toString(), 'in the pool that small buffers share');
    }
  });

  test('compressed answers that clients have not read are counted until they have', async () => {
    const packer = new AnswerPacker(2 ** 20);
    const { request, reply, headers, raw } = exchange();
    const packed = (await packer.pack(request, reply, TEXT, 'zstd')) as Buffer;
    assert.ok(zstdDecompressSync(packed).equals(TEXT));
    assert.equal(packer.bytes, packed.length);
    assert.deepEqual(Object.fromEntries(headers), { 'content-encoding': 'zstd', etag: '"t-zstd"' });
    raw.emit('close');
    assert.equal(packer.bytes, 0);
  });

  test('beyond the bound answers are sent as they are, and compressed again when others were read', async () => {
    const packer = new AnswerPacker(300_000);
    const large = Buffer.from(randomBytes(300_000).toString('hex'));
    const first = exchange();
    const packed = (await packer.pack(first.request, first.reply, large, 'gzip')) as Buffer;
    assert.ok(packed.length > 300_000 && packed.length < large.length);
    const second = exchange();
    assert.equal(await packer.pack(second.request, second.reply, TEXT, 'gzip'), TEXT);
    assert.equal(second.headers.size, 0);
    first.raw.emit('close');
    assert.notEqual(await packer.pack(second.request, second.reply, TEXT, 'gzip'), TEXT);
  });

  test('answers that are being compressed count too', async () => {
    const packer = new AnswerPacker(TEXT.length - 1);
    const all = Array.from({ length: 5 }, () => exchange());
    const sent = await Promise.all(
      all.map(({ request, reply }) => packer.pack(request, reply, TEXT, 'gzip')),
    );
    assert.deepEqual(
      sent.map((payload) => payload === TEXT),
      [false, true, true, true, true],
    );
  });

  test('a kept answer that many ask for is compressed once', async () => {
    const answers = new AnswerCache(2 ** 20);
    const packer = new AnswerPacker(64 * 2 ** 20);
    const all = Array.from({ length: 8 }, () => exchange(answers));
    const sent = await Promise.all(
      all.map(({ request, reply }) => packer.pack(request, reply, TEXT, 'br')),
    );
    assert.equal(new Set(sent).size, 1);
    const form = answers.findForm('"t"', 'br')!;
    assert.ok(form.bytes.equals(sent[0] as Buffer));
    assert.deepEqual([form.tag, form.coding], ['"t-br"', 'br']);
    assert.equal(answers.find('"t"'), undefined);
    assert.ok(answers.bytes >= form.bytes.length);
  });

  test('an answer that does not become smaller is sent as it is', async () => {
    const packer = new AnswerPacker(2 ** 20);
    const { request, reply, headers } = exchange();
    const noise = randomBytes(2_000);
    assert.equal(await packer.pack(request, reply, noise, 'gzip'), noise);
    assert.deepEqual([headers.size, packer.bytes], [0, 0]);
  });

  test('a stream is compressed as it comes, and ends with its reader', async () => {
    const packer = new AnswerPacker(2 ** 20);
    const { request, reply } = exchange();
    const source = Readable.from([TEXT, TEXT], { objectMode: false });
    const packed = (await packer.pack(request, reply, source, 'gzip')) as Readable;
    assert.ok(gunzipSync(await buffer(packed)).equals(Buffer.concat([TEXT, TEXT])));

    const endless = Readable.from(forever(), { objectMode: false });
    const cut = (await packer.pack(request, reply, endless, 'gzip')) as Readable;
    const ended = new Promise((resolve) => endless.on('error', () => {}).once('close', resolve));
    for await (const _ of cut) break;
    await ended;
    assert.equal(endless.destroyed, true);
  });

  test('a stream that fails fails for its reader too', async () => {
    const packer = new AnswerPacker(2 ** 20);
    const { request, reply } = exchange();
    const failing = Readable.from(failingPieces(), { objectMode: false });
    const packed = (await packer.pack(request, reply, failing, 'zstd')) as Readable;
    await assert.rejects(buffer(packed), /the store ended/);
  });
});

async function* forever(): AsyncGenerator<Buffer> {
  for (;;) yield randomBytes(100_000);
}

async function* failingPieces(): AsyncGenerator<Buffer> {
  yield TEXT;
  throw new Error('the store ended');
}
