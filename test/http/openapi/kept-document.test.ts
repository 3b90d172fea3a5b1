import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
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
