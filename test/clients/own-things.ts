// What a user keeps on the server, for the Python client to read: an alert that fired twice, a board with a link to
// its picture, a link for spreadsheets, and a webhook that was tried once.

import assert from 'node:assert/strict';
import { AlertWatch } from '#service/alerts/alert-watch';
import { lateJudge } from '#service/alerts/judge-late';
import { putSpareWebhook } from '../../harness/world/spare-webhook.ts';
import type { World } from '../../harness/world/world.ts';

const OWNER = 'trader';
const WEBHOOK = '3f9c01d2a7b6e458';

export async function addOwnThings(world: World): Promise<void> {
  const send = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${await world.token(OWNER)}`,
      'content-type': 'application/json',
    };
    const made = await world.raw({
      ...{ method: 'POST', url: `/api/v1/${path}`, headers },
      payload: JSON.stringify(body),
    });
    assert.ok(made.status < 300, made.text);
    return made.body;
  };
  const condition = 'alarm < 0 within today';
  await world.load({ code: 'alarm', from: '2024-05-17T10:00:00Z', values: [1] });
  await send('alerts', { name: 'low', condition, wait: '0' });
  await fireTwice(world);
  const panels = [{ view: '/s/dehrprice' }];
  const { id } = await send('boards', { name: 'Morning', panels });
  await send(`boards/${id}/links`, { days: 7 });
  const path = '/api/v1/series/dehrprice';
  await send('links', { path, query: { from: 'today-7' }, name: 'Prices' });
  await addTriedWebhook(world);
}

async function fireTwice(world: World): Promise<void> {
  const { store, zone } = world;
  const clock = () => world.now;
  const watch = new AlertWatch({ store, zone, clock, judgeLate: lateJudge(store, zone) });
  for (const value of [-1, 1, -2]) {
    await world.load({ code: 'alarm', from: '2024-05-17T10:00:00Z', values: [value] });
    await watch.pass();
  }
}

async function addTriedWebhook(world: World): Promise<void> {
  const { accounts } = world.signIn;
  const { now } = world;
  await putSpareWebhook(accounts, { owner: OWNER, id: WEBHOOK, now });
  const facts = { messageId: 'msg_1', triedAt: now, tookMs: 35, after: 0, last: 3, events: 3 };
  const delivery = { ...facts, status: 503, fault: 'the receiver answered 503' };
  const webhooks = await accounts.webhooks();
  await webhooks.recordTry(WEBHOOK, delivery, { failedTries: 1, tryAt: now + 60_000 }, 200);
}
