import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { REFUSALS } from '#core/refusal-table';
import { statusOf } from '#http/answer/problem';
import { listRoutes } from '../../../harness/authorisation/server-routes.ts';
import {
  codesOf,
  type DocumentedOperation,
  type OpenApiDocument,
  operationsOf,
  type Schema,
} from '../../../harness/http/openapi-document.ts';
import { putSpareAlert } from '../../../harness/world/spare-alert.ts';
import { putPictureLink, putSpareBoard } from '../../../harness/world/spare-board.ts';
import { putOpenLink, putSpareLink } from '../../../harness/world/spare-link.ts';
import { putSpareWebhook } from '../../../harness/world/spare-webhook.ts';
import { PASSWORD, sequence, World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
for (const code of ['dehrprice', 'frhrprice']) {
  const area = code.slice(0, 2).toUpperCase();
  await world.load({
    code,
    area,
    category: 'hrprice',
    from: '2024-05-09T22:00:00Z',
    values: sequence(180),
  });
}
await world.loadRun('dehrprice', '2024-05-16T06:00:00Z', '2024-05-16T22:00:00Z', sequence(72));

const trader = (await world.store.accounts.findUser('trader'))!;
const key = await addKey(world.store.accounts, trader, 'desk', world.now, { isOperator: true });

const answer = await world.get('/openapi.json', null);
const document = answer.body as OpenApiDocument;
const operations = operationsOf(document);

/** Whether programs call a path; pages, their files and the document itself are not described. */
const isForPrograms = (path: string): boolean =>
  /^\/(?:api\/|l\/|prometheus\/|mcp$)/.test(path) ||
  ['/healthz', '/readyz', '/metrics'].includes(path);

/** Yields every object anywhere in a value, with its path. */
function* nodesOf(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${at}/${key}`);
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Returns what is no JSON Schema of 2020-12. */
function faultsOf(schema: Schema, at: string): string[] {
  const faults: string[] = [];
  for (const type of [schema.type ?? []].flat())
    if (!TYPES.includes(type)) faults.push(`${at}: type ${type}`);
  if ('nullable' in schema) faults.push(`${at}: nullable is of 3.0`);
  if ('example' in schema) faults.push(`${at}: a schema has examples`);
  if (schema.type === 'array' && !schema.items) faults.push(`${at}: an array of what`);
  for (const name of schema.required ?? [])
    if (!schema.properties?.[name]) faults.push(`${at}: requires ${name}, which it does not have`);
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    faults.push(...faultsOf(child, `${at}.${name}`));
  for (const child of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
    if (child) faults.push(...faultsOf(child, `${at}[]`));
  return faults;
}

const hasExample = (schema: Schema): boolean =>
  [...nodesOf(schema)].some(([, node]) => Array.isArray(node.examples) && node.examples.length > 0);

describe('GET /openapi.json', () => {
  it('the document is OpenAPI 3.1, without a token', () => {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.title, 'Gridtide');
    assert.equal(document.info.version, '0.0.0-test');
  });

  it('the document has every route of the server, and no other', () => {
    const served = listRoutes(world.app)
      .filter(({ path }) => isForPrograms(path))
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
      .filter((route) => !route.startsWith('HEAD '));
    const described = operations.map(({ path, method }) => `${method} ${path}`);
    assert.deepEqual(described.toSorted(), served.toSorted());
    assert.ok(served.length > 25);
  });

  it('the document resolves every $ref', () => {
    for (const [at, { $ref }] of nodesOf(document)) {
      if (typeof $ref !== 'string') continue;
      assert.match($ref, /^#\//, at);
      const found = $ref
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (node, key) => (node as Record<string, unknown> | undefined)?.[key],
          document,
        );
      assert.notEqual(found, undefined, `${at} → ${$ref}`);
    }
  });

  it('the document has schemas that are JSON Schema', () => {
    const faults = operations.flatMap(({ method, path, operation }) => {
      const at = `${method} ${path}`;
      const parts = [operation.requestBody, ...Object.values(operation.responses)];
      const contents = parts.flatMap((part) => Object.values(part?.content ?? {}));
      const schemas = [
        ...contents.map(({ schema }) => schema),
        ...(operation.parameters ?? []).map(({ schema }) => schema),
      ];
      return schemas.flatMap((schema) => faultsOf(schema, at));
    });
    assert.deepEqual(faults, []);
  });

  it('the document names only tags and security schemes that it declares', () => {
    const tags = document.tags.map(({ name }) => name);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { path, operation } of operations) {
      for (const tag of operation.tags) assert.ok(tags.includes(tag), `${path}: ${tag}`);
      for (const scheme of (operation.security ?? []).flatMap(Object.keys))
        assert.ok(schemes.includes(scheme), `${path}: ${scheme}`);
    }
    for (const tag of tags)
      assert.ok(
        operations.some(({ operation }) => operation.tags.includes(tag)),
        tag,
      );
  });
});

for (const documented of operations) {
  const { path, method, operation } = documented;
  describe(`the description of ${method} ${path}`, () => {
    it(`${method} ${path} has a summary, and examples of what is sent and of what comes back`, () => {
      assert.notEqual(operation.summary, '');
      for (const { name, example } of operation.parameters ?? [])
        assert.notEqual(example, undefined, name);
      const sent = operation.requestBody?.content?.['application/json']?.schema;
      if (method === 'POST') assert.ok(sent, 'a body');
      for (const [name, field] of Object.entries(sent?.properties ?? {}))
        assert.ok(hasExample(field), name);
      const success = successOf(operation);
      const returned = Object.entries(operation.responses[success]?.content ?? {});
      assert.equal(returned.length > 0, success !== '204');
      for (const [type, { schema }] of returned)
        if (type === 'application/json') assert.ok(hasExample(schema));
    });

    it(`${method} ${path} declares each parameter of its path, once`, () => {
      const names = (part: string) =>
        (operation.parameters ?? [])
          .filter((parameter) => parameter.in === part)
          .map(({ name }) => name);
      assert.deepEqual(
        names('path'),
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      );
      assert.equal(new Set(names('query')).size, names('query').length);
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path') assert.equal(parameter.required, true);
    });

    it(`${method} ${path} lists its refusals, each under its status and in its shape`, () => {
      const shapeOf = (status: string) =>
        path.startsWith('/prometheus/') || (path === '/mcp' && status === '400')
          ? 'application/json'
          : 'application/problem+json';
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (status === successOf(operation)) continue;
        assert.deepEqual(Object.keys(content ?? {}), [shapeOf(status)]);
        const codes = codesOf(operation, Number(status));
        assert.ok(codes.length > 0, status);
        for (const code of codes) {
          assert.ok(code in REFUSALS, code);
          assert.equal(statusOf(code), Number(status));
        }
      }
      const ofSome = ['write_unknown', 'data_damaged'];
      const unavailable = codesOf(operation, 503).filter((code) => !ofSome.includes(code));
      const isProbe = ['/healthz', '/readyz'].includes(path);
      assert.deepEqual(unavailable, ['store_unavailable', ...(isProbe ? [] : ['server_busy'])]);
      assert.equal('429' in operation.responses, !isProbe);
      if (operation.requestBody) {
        assert.deepEqual(codesOf(operation, 413), ['body_too_large']);
        assert.deepEqual(codesOf(operation, 415), ['media_type_unsupported']);
      }
      if (operation.requestBody || operation.parameters?.some((one) => one.in === 'query'))
        assert.ok(codesOf(operation, 400).includes('type_invalid'));
    });

    it(`${method} ${path} says rightly whether a token is needed`, async () => {
      const sent = operation.requestBody?.content?.['application/json']?.schema.properties;
      const ways = operation.security ?? [];
      // If a token may be in the body, the document cannot require the header.
      const needsToken = 'UserInfo' in (sent ?? {}) || (ways.length > 0 && !ways.some(isTokenless));
      const { body } = await sendExample(documented, null);
      assert.equal(body?.code === 'token_missing', needsToken);
    });

    it(`${method} ${path} has examples that the server accepts`, async () => {
      // A new password ends the tokens of its user, and no other example may need them.
      const userName = path === '/api/v1/account/password' ? 'german' : 'trader';
      const { status, text } = await sendExample(documented, userName);
      assert.equal(status, isSignIn(method, path) ? 401 : Number(successOf(operation)), text);
    });
  });
}

/** The only status of success that an operation has. Boards, links and alerts are made with 201 and removed with 204. */
function successOf({ tags, responses }: DocumentedOperation['operation']): string {
  const [status = '', ...more] = Object.keys(responses).filter((each) => each < '300');
  assert.deepEqual(more, []);
  const hasMore = ['Boards', 'Alerts', 'Links'].some((tag) => tags.includes(tag));
  assert.ok(['200', ...(hasMore ? ['201', '204'] : [])].includes(status), status);
  return status;
}

/** Whether a security requirement is `{}`: no token is needed. */
const isTokenless = (requirement: object): boolean => Object.keys(requirement).length === 0;

const isSignIn = (method: string, path: string): boolean =>
  path === '/api/v1/auth' ||
  path.startsWith('/api/user/login') ||
  (method === 'POST' && path.startsWith('/api/v1/session'));

/** Whether a field is the password that changing one's account asks for again. */
const isOwnPassword = (path: string, field: string): boolean =>
  path.startsWith('/api/v1/account/') && field === 'password';

/** Fields that do not go with the example of another: bounds of a slice, for one, are not averaged to days. */
const EXCLUSIVE = new Set(['hoursAhead', 'delivery', 'level', 'quantile']);

/** The fields of a forecast target that take the place of its stored series. */
const isOfFormula = (path: string, field: string): boolean =>
  path.startsWith('/api/operator/forecast-targets/') && ['formula', 'unit'].includes(field);

/** The id of the document's example; another example ends all sessions. */
const SESSION_ID = '5f2b8c0d9e714a36';
/** The ids of the document's examples. */
const BOARD_ID = '3f9c01d2a7b6e458';
const LINK_ID = '5f2b8c0d9e714a36';

/** Sends a request made of the document's own examples. */
async function sendExample({ path, method, operation }: DocumentedOperation, as: string | null) {
  const query = new URLSearchParams();
  let url = path;
  if (path.endsWith('/sessions/{id}')) await world.addSession('trader', SESSION_ID);
  if (path.startsWith('/api/v1/boards/{id}')) {
    const spare = { owner: 'trader', id: BOARD_ID, linkId: LINK_ID, now: world.now };
    await putSpareBoard(world.store.accounts, spare);
  }
  // The documents' example of a board and of an alert have the same id.
  if (path.includes('/alerts/{id}')) {
    await putSpareAlert(world.store, path.includes('/v1/') ? 'trader' : null, BOARD_ID, world.now);
  }
  if (path.includes('/webhooks/{id}')) {
    await putSpareWebhook(world.store.accounts, { owner: 'trader', id: BOARD_ID, now: world.now });
  }
  if (path.startsWith('/api/v1/pictures/')) {
    const secret = await putPictureLink(world.store.accounts, 'trader', world.now);
    url = url.replace('{picture}', `${secret}.svg`);
  }
  const ofUser = path.startsWith('/api/operator/') ? 'robot' : 'trader';
  if (path.endsWith('/links/{id}'))
    await putSpareLink(world.store.accounts, ofUser, LINK_ID, world.now);
  if (path === '/l/{link}') {
    const asked = '/api/v1/series/dehrprice';
    const secret = await putOpenLink(world.store.accounts, 'trader', asked, world.now);
    url = url.replace('{link}', secret);
  }
  for (const { name, example, in: part } of operation.parameters ?? []) {
    if (part === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(example)));
    else if (part === 'query' && name !== 'q' && name !== 'after' && !EXCLUSIVE.has(name))
      query.set(name, String(example));
  }
  const fields = operation.requestBody?.content?.['application/json']?.schema.properties ?? {};
  const body = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'UserInfo' && !isOfFormula(path, name))
      .map(([name, { examples }]) => [name, isOwnPassword(path, name) ? PASSWORD : examples![0]]),
  );
  // As a page of the server sends it.
  const headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' };
  if (as !== null) {
    const secret = path.startsWith('/api/operator/') ? key : await world.token(as);
    headers.authorization = `Bearer ${secret}`;
  }
  if (Object.keys(fields).length === 0)
    return world.raw({ method, url: `${url}?${query}`, headers });
  headers['content-type'] = 'application/json';
  if (path.endsWith('/replay')) url += `?${query}`;
  return world.raw({ method, url, headers, payload: JSON.stringify(body) });
}
