import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { World } from '../../../harness/world/world.ts';

const NOW = '2024-05-17T10:00:00Z';

describe('a route that does not say who may call it', () => {
  it('a route without access stops the start, naming the route', async (t) => {
    const start = World.open(t, {
      now: NOW,
      extend: (app) => {
        app.get('/api/v1/forgotten', async () => 'everything');
      },
    });
    await assert.rejects(start, /route \/api\/v1\/forgotten does not say who may call it/);
  });

  it('a route of a plugin without access stops the start', async (t) => {
    const start = World.open(t, {
      now: NOW,
      extend: (app) => {
        void app.register(async (scope) => {
          scope.post('/forgotten', { config: {} }, async () => 'everything');
        });
      },
    });
    await assert.rejects(start, /route \/forgotten does not say who may call it/);
  });

  it('a route with access starts, and is guarded as it says', async (t) => {
    const world = await World.open(t, {
      now: NOW,
      extend: (app) => {
        app.get('/remembered', { config: { access: 'bearer' } }, async () => 'something');
      },
    });
    assert.equal((await world.get('/remembered', null)).status, 401);
    assert.equal((await world.get('/remembered')).text, 'something');
  });
});
