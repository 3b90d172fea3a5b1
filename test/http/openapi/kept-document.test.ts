import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

describe('GET /openapi.json', () => {
  it('the OpenAPI document has an ETag, and a client that has it gets 304', async () => {
    const { status, headers, text } = await world.get('/openapi.json', null);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/json/);
    const again = await world.get('/openapi.json', null, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal(again.headers.etag, headers.etag);
    assert.equal((await world.get('/openapi.json', null)).text, text);
  });

  for (const [coding, unpack] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    it(`the OpenAPI document is sent compressed to a client that takes ${coding}, with a tag of its own`, async () => {
      const plain = await world.get('/openapi.json', null);
      const ask = (more: Record<string, string> = {}) =>
        world.app.inject({
          url: '/openapi.json',
          headers: { host: 'localhost', 'accept-encoding': `deflate, ${coding}`, ...more },
        });
      const sent = await ask();
      assert.equal(sent.headers['content-encoding'], coding);
      assert.equal(unpack(sent.rawPayload).toString(), plain.text);
      assert.ok(sent.rawPayload.length * 10 < plain.text.length, `${sent.rawPayload.length} bytes`);
      assert.notEqual(sent.headers.etag, plain.headers.etag);
      for (const { headers } of [sent, plain])
        assert.match(String(headers.vary), /accept-encoding/);
      const again = await ask({ 'if-none-match': String(sent.headers.etag) });
      assert.deepEqual([again.statusCode, again.headers.etag], [304, sent.headers.etag]);
    });
  }

  it('the OpenAPI document is made once', async () => {
    const { app } = world;
    const first = await app.readOpenApi();
    await world.get('/openapi.json', null);
    assert.equal(await app.readOpenApi(), first);
    let calls = 0;
    Object.assign(app, {
      readOpenApi: async () => {
        calls++;
        return first;
      },
    });
    for (let i = 0; i < 5; i++) await world.get('/openapi.json', null);
    assert.equal(calls, 0);
  });
});
