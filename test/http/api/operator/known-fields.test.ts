// The operator interface refuses every field and parameter that it does not know, on every route.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { makeSecret } from '#accounts/secrets';
import {
  type DocumentedOperation,
  operationsOf,
  type Schema,
} from '../../../../harness/http/openapi-document.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');

const operations = operationsOf(await world.ask('GET', '/openapi.json')).filter(({ path }) =>
  path.startsWith('/api/operator/'),
);
const bodySchemaOf = ({ operation }: DocumentedOperation): Schema | undefined =>
  operation.requestBody?.content?.['application/json']?.schema;
const urlOf = ({ path }: DocumentedOperation): string =>
  path
    .replace('{code}', 'dehrprice')
    .replace('{id}', '1')
    .replace(/\{\w+\}/g, 'robot');

/** A word with a letter too many. */
const misspelt = (name: string): string => `${name.slice(0, -1)}q${name.at(-1)}`;

/** The paths of all objects in a schema, with their fields: `''`, `values.0.`. */
function objectsOf(schema: Schema, path = ''): { path: string; names: string[] }[] {
  const fields = schema.properties ?? {};
  const own = schema.properties ? [{ path, names: Object.keys(fields) }] : [];
  const lists = Object.entries(fields).flatMap(([name, { items }]) => {
    const item = items?.anyOf?.find(({ properties }) => properties) ?? items;
    return item?.properties ? objectsOf(item, `${path}${name}.0.`) : [];
  });
  return [...own, ...lists];
}

/** `bands.0.` and a field → `{bands: [{field: 0}]}`. */
const bodyWith = (path: string, field: string): object => {
  const [list] = path.split('.');
  return list === '' ? { [field]: 0 } : { [list!]: [{ [field]: 0 }] };
};

describe('fields that the operator interface does not know', () => {
  it('the document has operations with bodies and with queries', () => {
    assert.ok(operations.filter(bodySchemaOf).length >= 10);
    assert.ok(operations.filter(({ operation }) => operation.parameters?.length).length >= 10);
  });

  for (const documented of operations) {
    const { method, operation } = documented;
    const name = `${method} ${documented.path}`;

    it(`${name} refuses a parameter that it does not know`, async () => {
      const known = (operation.parameters ?? []).filter((one) => one.in === 'query');
      const given = misspelt(known[0]?.name ?? 'verbose');
      const { status, body } = await world.send(method, `${urlOf(documented)}?${given}=1`, {
        ...(bodySchemaOf(documented) ? { body: {} } : {}),
      });
      assert.deepEqual([status, body.code, body.errors[0].field], [400, 'field_unknown', given]);
      if (known[0]) assert.ok(body.detail.includes(`did you mean ${known[0].name}?`), body.detail);
    });

    for (const { path, names } of objectsOf(bodySchemaOf(documented) ?? {})) {
      it(`${name} refuses a misspelt field of ${path || 'its body'}, and names the nearest`, async () => {
        for (const field of names.length === 0 ? ['anything'] : names) {
          const given = misspelt(field);
          // A misspelt field may be near to another one, which then would be named.
          const body = bodyWith(path, given);
          const answer = await world.send(method, urlOf(documented), { body });
          // Wrong types come first; none is sent here.
          assert.deepEqual([answer.status, answer.body.code], [400, 'field_unknown'], answer.text);
          const [fault] = answer.body.errors;
          assert.equal(fault.field, path + given);
          assert.deepEqual(fault.allowed, names);
          if (names.length > 0) assert.match(answer.body.detail, /\(did you mean \w+\?\)/);
        }
      });
    }
  }

  it('a misspelt password makes no user, and a misspelt limit changes no plan', async () => {
    const user = { name: 'zed', plan: 'everything', pasword: 'a-long-enough-password' };
    const refused = await world.send('POST', '/users', { body: user });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.detail, 'there is no field "pasword" (did you mean password?)');
    assert.equal((await world.send('GET', '/users/zed')).status, 404);
    const plan = await world.send('PUT', '/plans/everything', { body: { requestPerMinute: 5 } });
    assert.match(plan.body.detail, /did you mean requestsPerMinute\?/);
    const renamed = await world.send('PUT', '/series/dehrprice', { body: { code: 'own.other' } });
    assert.equal(renamed.body.code, 'field_unknown');
  });

  it('a refusal names at most twenty fields, and long names are cut', async () => {
    const body = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(100)}`, 0]),
    );
    const answer = await world.send('POST', '/users', { body });
    assert.equal(answer.body.errors.length, 20);
    assert.ok(answer.text.length < 16_384, `${answer.text.length} bytes`);
  });

  for (const secret of [
    makeSecret('operator'),
    makeSecret('key'),
    makeSecret('session').slice(0, 20),
    'hunter2-hunter2-hunter2',
    'correct horse battery staple, and forty more',
  ]) {
    it(`an unknown field that may be a secret is not repeated: ${secret.slice(0, 4)}…`, async () => {
      const inBody = await world.send('POST', '/users', { body: { [secret]: 1 } });
      const inQuery = await world.send('GET', `/users?${encodeURIComponent(secret)}=1`);
      for (const { status, body, text } of [inBody, inQuery]) {
        assert.deepEqual([status, body.code, body.errors[0].field], [400, 'field_unknown', '…']);
        for (let i = 0; i + 8 <= secret.length; i++) {
          assert.ok(!text.includes(secret.slice(i, i + 8)), text);
        }
      }
    });
  }

  it('a list of values names the position of an unknown field, and rows keep their own rules', async () => {
    const values = [
      { time: '2024-05-17T00:00Z', value: 1 },
      { time: '2024-05-17T01:00Z', value: 1, vlaue: 2 },
    ];
    const { body } = await world.send('POST', '/series/dehrprice/values', { body: { values } });
    assert.equal(body.errors[0].field, 'values.1.vlaue');
    const raw = { type: 'text/csv', bytes: 'time,value\n2024-05-17T00:00Z,61.5\n' };
    assert.equal((await world.send('POST', '/series/dehrprice/values', { raw })).status, 200);
  });
});
