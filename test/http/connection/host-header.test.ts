import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { countHosts } from '#http/connection/client-origin';
import { exchange, listen } from '../../../harness/http/raw-connection.ts';
import { sequence, World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-16T22:00:00Z', values: sequence(24) });
const port = await listen(world.app);
const authorization = `Authorization: Bearer ${await world.key('trader', 'hosts')}`;

const ask = (path: string, ...headers: string[]) =>
  exchange(port, `GET ${path} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);

describe('a request with two Hosts', () => {
  for (const second of ['Host: elsewhere', 'Host: localhost', 'HOST: elsewhere', 'host:']) {
    it(`a request with two Hosts is refused: ${second}`, async () => {
      const answer = await ask('/healthz', 'Host: localhost', second);
      assert.equal(answer?.status, 400);
      assert.equal(answer.body.code, 'request_malformed');
      assert.equal(answer.body.detail, 'the request has more than one Host header');
      assert.doesNotMatch(answer.text, /elsewhere/);
    });
  }

  it('a request with two Hosts is refused even if its answer is kept', async () => {
    const path = '/api/v1/series/dehrprice?from=2024-05-17&to=2024-05-17';
    for (let i = 0; i < 3; i++) {
      assert.equal((await ask(path, 'Host: localhost', authorization))?.status, 200);
    }
    const answer = await ask(path, 'Host: localhost', 'Host: elsewhere', authorization);
    assert.equal(answer?.status, 400);
  });

  it('only headers named Host are counted, in any case', () => {
    const count = (...rawHeaders: string[]) => countHosts({ rawHeaders });
    assert.equal(count('Accept', 'host', 'X-Host', 'a', 'Hosts', 'b', 'cost', 'c'), 0);
    assert.equal(count('Accept', 'x', 'hOsT', 'a'), 1);
    assert.equal(count('Host', 'a', 'Accept', 'x', 'host', 'a'), 2);
  });
});
