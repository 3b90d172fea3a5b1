// The plain reference at /docs if the explorer was not built: complete, and nothing from another host.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { operationsOf } from '../../../harness/http/openapi-document.ts';
import { World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

describe('GET /docs without the explorer', () => {
  it('the reference is a page without a token and without a script', async () => {
    const { status, headers, text } = await world.get('/docs', null);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.doesNotMatch(text, /<script|<img|<link|https?:\/\//);
  });

  it('the reference lists every operation of the OpenAPI document', async () => {
    const { text } = await world.get('/docs', null);
    const { body } = await world.get('/openapi.json', null);
    const operations = operationsOf(body);
    assert.ok(operations.length > 20);
    for (const { method, path } of operations) {
      assert.ok(text.includes(`${method.toUpperCase()} ${path}`), `${method} ${path}`);
    }
  });
});
