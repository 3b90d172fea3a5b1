// A board and a link to its pictures on two servers of one store: what one of them changes or ends, the other
// sees at once.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { resolvePictureLink } from '#accounts/boards/picture-link';
import { openStore } from '#store/open/open-store';
import { lastFirst } from '../../harness/lifetime.ts';
import { ProductProcess } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, PASSWORD, USER } from './served-store.ts';

const MOST_MS = 5_000;
const BOARDS = '/api/v1/boards';

/** Two servers of one store, and a way to ask each as the user. */
async function openServers(t: TestContext) {
  const lifetime = lastFirst(t);
  const { url } = await makeServedStore(lifetime);
  const env = { STORE: url, FORECASTS: 'false', ANSWER_THREADS: '0' };
  const start = () => ProductServer.start(lifetime, { env });
  const [first, second] = [await start(), await start()];
  const post = (server: ProductServer, path: string, body: object, headers: object = {}) =>
    send(server, 'POST', path, body, headers);
  const signedIn = await post(first, '/api/v1/auth', { username: USER, password: PASSWORD });
  const authorization = `Bearer ${await signedIn.json()}`;
  const ask = (server: ProductServer, method: string, path: string, body?: object) =>
    send(server, method, path, body, { authorization });
  return { url, first, second, ask };
}

const send = (
  server: ProductServer,
  method: string,
  path: string,
  body: object | undefined,
  headers: object,
): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

interface Made {
  readonly id: string;
  readonly picture: string;
}

describe('a board on two servers of one store', () => {
  it('a change at one server is seen at the other, and its older version is refused there', async (t) => {
    const { first, second, ask } = await openServers(t);
    const { id } = (await (await ask(first, 'POST', BOARDS, { name: 'x' })).json()) as Made;
    const path = `${BOARDS}/${id}`;
    const change = { name: 'y', shared: false, panels: [], version: 1 };
    assert.equal((await ask(second, 'PUT', path, change)).status, 200);
    const { version } = (await (await ask(first, 'GET', path)).json()) as { version: number };
    assert.equal(version, 2);
    assert.equal((await ask(first, 'PUT', path, change)).status, 409);
    assert.equal((await ask(second, 'DELETE', path)).status, 204);
    assert.equal((await ask(first, 'GET', path)).status, 404);
  });

  it('two servers that change a board at once keep one change', async (t) => {
    const { first, second, ask } = await openServers(t);
    const { id } = (await (await ask(first, 'POST', BOARDS, { name: 'x' })).json()) as Made;
    const change = { name: 'y', shared: false, panels: [], version: 1 };
    const asked = [first, second, first, second].map((server) =>
      ask(server, 'PUT', `${BOARDS}/${id}`, change),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 409, 409, 409]);
  });

  it('a link ends at both when one ends it, and when the command user disable shuts its owner out', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const { url, first, second, ask } = await openServers(t);
    const { id } = (await (await ask(first, 'POST', BOARDS, { name: 'x' })).json()) as Made;
    const links = `${BOARDS}/${id}/links`;
    const make = async () => (await (await ask(first, 'POST', links, {})).json()) as Made;
    const [ended, kept] = [await make(), await make()];
    const store = await openStore(url);
    t.after(() => store.close());
    const opens = async ({ picture }: Made): Promise<boolean> => {
      const secret = /gtl_\w+/.exec(picture)![0];
      return (await resolvePictureLink(store.accounts, secret, Date.now())) !== undefined;
    };
    assert.ok((await opens(ended)) && (await opens(kept)));
    assert.equal((await ask(second, 'DELETE', `${links}/${ended.id}`)).status, 204);
    assert.equal(await opens(ended), false);
    assert.ok(await opens(kept));
    const command = new ProductProcess(['user', 'disable', USER], { STORE: url });
    assert.deepEqual(await command.ended, [0, null], command.stderr);
    assert.equal(await opens(kept), false);
    const disabledAt = performance.now();
    for (const server of [first, second]) {
      while ((await ask(server, 'GET', links)).status !== 401) {
        assert.ok(performance.now() - disabledAt < MOST_MS, 'the owner’s token still works');
        await wait(50);
      }
    }
  });
});
