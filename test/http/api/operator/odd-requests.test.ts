// Odd requests with a good operator key to every route of the interface: no answer is a 5xx, and the
// OpenAPI document names every refusal.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import type { RefusalCode } from '#core/refusal-table';
import { oddRequestTo } from '../../../../harness/http/odd-requests.ts';
import { codesOf, operationsOf } from '../../../../harness/http/openapi-document.ts';
import { rounds } from '../../../../harness/rounds.ts';
import { allRuns } from '../../../core/properties.ts';
import { OperatorWorld, readAnswer } from './operator-world.ts';

const SEED = 20240517;
const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
await world.ask('PUT', '/series/dehrprice/rule', { body: { maximum: 100 } });
// The user that the document's examples name.
for (const name of ['trader', 'robot']) {
  await world.ask('POST', '/users', { body: { name, plan: 'everything' } });
}

const operations = operationsOf(await world.ask('GET', '/openapi.json')).filter(({ path }) =>
  path.startsWith('/api/operator/'),
);

/** Refusals of any request, and of a body or header that the route does not expect. */
const ALWAYS: RefusalCode[] = [
  ...(['request_malformed', 'method_not_allowed', 'path_unknown'] as const),
  ...(['json_invalid', 'body_too_large', 'media_type_unsupported', 'field_invalid'] as const),
];

describe('odd requests of an operator', () => {
  it('odd requests of an operator are answered or refused as the document says', async () => {
    const seen = new Map<string, number>();
    const key = fc.option(fc.string({ minLength: 1, maxLength: 300 }), { nil: undefined });
    const request = oddRequestTo(operations, world.secrets.operator!);
    await fc.assert(
      fc.asyncProperty(request, key, async ({ operation: documented, ...sent }, once) => {
        const { method, url, headers, payload } = sent;
        world.now += 50;
        const given = await world.app.inject({
          method: method as 'GET',
          url,
          headers: {
            ...headers,
            ...(once === undefined ? {} : { 'idempotency-key': once.replace(/[^ -~]/g, '') }),
          },
          ...(payload ? { payload } : {}),
        });
        const { status, text, body } = readAnswer(given.statusCode, given.headers, given.body);
        assert.ok(status === 200 || (status >= 400 && status < 500), `${status} ${text}`);
        const name = `${documented.method} ${documented.path}`;
        if (method === documented.method && status === 200) {
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
        if (status === 200 || method !== documented.method) return;
        const code = body.code as RefusalCode;
        const isNamed =
          ALWAYS.includes(code) || codesOf(documented.operation, status).includes(code);
        assert.ok(isNamed, `${name} does not name ${code}`);
      }),
      { ...allRuns(rounds(3_000, 3)), seed: SEED },
    );
    if (process.env.PROPERTY_RUNS) return;
    assert.ok(seen.size > operations.length / 3, [...seen.keys()].join(', '));
  });
});
