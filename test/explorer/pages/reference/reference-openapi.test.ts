// The API reference of the server's real document: it leaves nothing out, every example fits its own
// schema, and the server answers every example request.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addKey } from '#accounts/api-keys';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import {
  addressOf,
  exampleBody,
  exampleValues,
  isRead,
  type ParameterValues,
  requestOf,
} from '#explorer/pages/reference/example-request.ts';
import type {
  Content,
  OpenApiDocument,
  Operation,
} from '#explorer/pages/reference/openapi-document.ts';
import {
  matchesWords,
  type ReferenceOperation,
  readOpenApi,
} from '#explorer/pages/reference/read-openapi.ts';
import { writeRequest } from '#explorer/pages/reference/request-text.ts';
import { putSpareAlert } from '../../../../harness/world/spare-alert.ts';
import { putPictureLink, putSpareBoard } from '../../../../harness/world/spare-board.ts';
import { putOpenLink, putSpareLink } from '../../../../harness/world/spare-link.ts';
import { putSpareWebhook } from '../../../../harness/world/spare-webhook.ts';
import { PASSWORD, sequence, World } from '../../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({
  code: 'dehrprice',
  area: 'DE',
  category: 'hrprice',
  from: '2024-05-01T00:00:00Z',
  values: sequence(400),
});
await world.load({ code: 'frhrprice', from: '2024-05-01T00:00:00Z', values: sequence(400) });
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z', sequence(72));
const document = (await world.get('/openapi.json', null)).body as OpenApiDocument;
const reference = readOpenApi(document);
const operations = reference.groups.flatMap((group) => [...group.operations]);

const find = (method: string, path: string): ReferenceOperation =>
  operations.find((operation) => operation.method === method && operation.path === path)!;

const curlOf = (operation: ReferenceOperation, values: ParameterValues, origin: string): string =>
  writeRequest('curl', requestOf(operation, values, exampleBody(operation), origin));

/** The status of success, which every operation has once, and its answer. */
function successOf({ responses = {} }: Operation): [status: number, answer: Content] {
  const [success, ...more] = Object.entries(responses).filter(([status]) => status < '300');
  assert.deepEqual(more, []);
  return [Number(success![0]), success![1]];
}

describe('the API reference', () => {
  it('the reference shows every operation of the document once, under an anchor of its own', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      operations.map(({ method, path }) => `${method} ${path}`).sort(),
      documented.sort(),
    );
    assert.ok(operations.length >= 30);
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
    assert.ok(operations.every(({ id }) => /^[a-z0-9-]+$/.test(id)));
    assert.equal(find('GET', '/api/v1/series/{seriesId}').id, 'get-api-v1-series-seriesid');
  });

  it('the reference keeps the document’s order of groups and describes each', () => {
    const names = reference.groups.map(({ name }) => name);
    assert.deepEqual(
      names,
      document.tags!.map(({ name }) => name).filter((name) => names.includes(name)),
    );
    assert.ok(reference.groups.every(({ description }) => description !== ''));
    assert.ok(operations.every(({ summary }) => summary !== ''));
  });

  it('the reference says who may call an operation', () => {
    assert.equal(find('POST', '/api/user/login').caller, 'anyone');
    assert.equal(find('POST', '/api/fundamental/series').caller, 'body');
    assert.equal(find('GET', '/api/v1/metadata/areas').caller, 'list');
    assert.equal(find('GET', '/api/v1/account').caller, 'token');
  });

  it('the reference lists parameters and body fields with type, meaning and example', () => {
    const { fields } = find('GET', '/api/v1/series/{seriesId}');
    assert.deepEqual(fields[0], {
      name: 'seriesId',
      part: 'path',
      type: 'string',
      isRequired: true,
      meaning: 'Series identifier',
      example: 'dehrprice',
    });
    assert.ok(fields.slice(1).every(({ part, isRequired }) => part === 'query' && !isRequired));
    const body = find('POST', '/api/fundamental/series').fields;
    assert.ok(
      body.some(({ name, example }) => name === 'UserInfo.Token' && example === '<ACCESS_TOKEN>'),
    );
    assert.ok(body.some(({ name, isRequired }) => name === 'SeriesId' && isRequired));
  });

  it('the examples of the reference fit their own schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    const check = (schema: object | undefined, example: unknown, what: string): void => {
      if (!schema) return;
      assert.ok(
        ajv.validate(schema, example),
        `${what}: ${ajv.errorsText()} ${JSON.stringify(example)}`,
      );
    };
    for (const { method, path, body, answers } of operations) {
      const operation = document.paths[path]![method.toLowerCase()]!;
      const what = `${method} ${path}`;
      check(operation.requestBody?.content?.['application/json']?.schema, body, what);
      const [status, success] = successOf(operation);
      assert.equal(answers.length, Object.keys(success.content ?? {}).length);
      assert.equal(answers.length === 0, status === 204, what);
      for (const { contentType, text } of answers) {
        assert.notEqual(text, 'null', what);
        if (contentType === 'application/json')
          check(success.content![contentType]!.schema, JSON.parse(text), what);
      }
    }
  });

  it('the reference names every code that a refusal can carry, as the error page does', () => {
    for (const { refusals, path } of operations) {
      assert.ok(
        refusals.some(({ status }) => status === 503),
        path,
      );
      for (const { codes } of refusals) {
        assert.notEqual(codes.length, 0, path);
        for (const { code, title } of codes)
          assert.equal(title, REFUSALS[code as RefusalCode].title, path);
      }
    }
  });

  it('the server answers the example requests of the reference', async () => {
    const [reader, changer] = [await world.token(), await world.token('german')];
    const { accounts } = world.store;
    const trader = (await accounts.findUser('trader'))!;
    const operator = await addKey(accounts, trader, 'desk', world.now, { isOperator: true });
    const groups = reference.groups.filter(({ name }) => name !== 'Sign-in');
    for (const operation of groups.flatMap((group) => group.operations)) {
      const isOperators = operation.path.startsWith('/api/operator/');
      // A new password ends the tokens of its user, which other examples need.
      const isLast = operation.path === '/api/v1/account/password';
      const token = isOperators ? operator : isLast ? changer : reader;
      if (operation.path.endsWith('/sessions/{id}'))
        await world.addSession('trader', String(exampleValues(operation).id));
      if (operation.path.startsWith('/api/v1/boards/{id}')) {
        const { id, linkId } = exampleValues(operation);
        const ids = { id: String(id), linkId: String(linkId) };
        await putSpareBoard(accounts, { owner: 'trader', now: world.now, ...ids });
      }
      const spare = { owner: 'trader', id: String(exampleValues(operation).id), now: world.now };
      if (operation.path.startsWith('/api/v1/alerts/{id}'))
        await putSpareAlert(world.store, 'trader', spare.id, world.now);
      if (operation.path.startsWith('/api/v1/webhooks/{id}'))
        await putSpareWebhook(accounts, spare);
      if (operation.path === '/api/v1/links/{id}')
        await putSpareLink(accounts, 'trader', spare.id, world.now);
      const values = { ...exampleValues(operation) };
      if (operation.path.startsWith('/api/v1/pictures/'))
        values.picture = `${await putPictureLink(accounts, 'trader', world.now)}.svg`;
      if (operation.path === '/l/{link}')
        values.link = await putOpenLink(accounts, 'trader', '/api/v1/series/dehrprice', world.now);
      const body = exampleBody(operation);
      const { status, text } = await world.raw({
        method: operation.method,
        url: addressOf(operation, values),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { payload: JSON.stringify(body).replace('<PASSWORD>', PASSWORD) } : {}),
      });
      // Operators' examples name users, keys and entries that this world may not have.
      const [success] = successOf(document.paths[operation.path]![operation.method.toLowerCase()]!);
      const allowed = isOperators ? [200, 201, 404, 409] : [success];
      assert.ok(allowed.includes(status), `${operation.method} ${operation.path}: ${text}`);
    }
  });

  it('the reference writes requests as curl, with the token as a variable', () => {
    const series = find('GET', '/api/v1/series/{seriesId}');
    assert.equal(
      curlOf(series, { ...exampleValues(series), to: "it's" }, 'http://host'),
      `curl -sS --get 'http://host/api/v1/series/dehrprice' \\
  --data-urlencode 'from=today-7' \\
  --data-urlencode 'to=it'\\''s' \\
  --data-urlencode 'resolution=day' \\
  -H "authorization: Bearer $TOKEN"`,
    );
    const all = find('POST', '/api/fundamental/meta');
    assert.equal(
      curlOf(all, {}, 'http://host'),
      `curl -sS 'http://host/api/fundamental/meta' \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -d '{"SeriesId":"dehrprice"}'`,
    );
    const revoke = find('DELETE', '/api/v1/account/keys/{name}');
    assert.match(
      curlOf(revoke, exampleValues(revoke), ''),
      /^curl -sS -X DELETE '\/api\/v1\/account\/keys\/nightly%20report' /,
    );
  });

  it('the reference can try every read, also by POST, and no write', () => {
    const tried = operations.filter(isRead);
    const gets = operations.filter(({ method }) => method === 'GET');
    assert.deepEqual(
      tried.filter(({ method }) => method !== 'GET').map(({ path }) => path),
      [
        '/api/fundamental/meta',
        '/api/fundamental/meta/all',
        '/api/fundamental/series',
        '/api/fundamental/series/multi',
      ],
    );
    assert.equal(tried.length, gets.length + 4);
  });

  it('the reference is filtered by path, words and field names', () => {
    const found = (text: string) => operations.filter((operation) => matchesWords(operation, text));
    assert.equal(found('').length, operations.length);
    assert.deepEqual(
      found('post SeriesIds').map(({ path }) => path),
      ['/api/fundamental/series/multi'],
    );
    assert.ok(found('issueTime').length >= 4);
    assert.deepEqual(found('no such operation'), []);
  });
});
