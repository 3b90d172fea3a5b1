// Alerts that reach webhooks: a user's own alert is told to that user and to the operator.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlertMarket } from '../alerts/alert-market.ts';
import { DeliveryWorld, START } from './delivery-world.ts';

test('an alert reaches the webhooks that want alerts, and a user’s own alert no other user’s', async (t) => {
  const world = await DeliveryWorld.open(t);
  const { accounts } = world.store;
  const plan = { patterns: ['*'], requestsPerMinute: 9, pointsPerAnswer: 9 };
  await accounts.putPlan({ name: 'all', ...plan });
  const facts = { passwordHash: null, isDisabled: false, createdAt: START };
  const addUser = async (name: string) =>
    (await accounts.addUser({ name, planName: 'all', ...facts }))!;
  const [anna, bert] = [await addUser('anna'), await addUser('bert')];
  const market = await AlertMarket.open(world.store, '2024-05-17T10:00:00Z');
  const address = (name: string) => ({ url: `${world.receiver.url}?${name}` });
  const hooks = [
    await world.addHook({ ...address('operator'), kinds: ['alert'] }),
    await world.addHook({ ...address('anna'), kinds: ['alert.firing'] }, anna),
    await world.addHook({ ...address('bert'), kinds: ['alert'] }, bert),
    await world.addHook({ ...address('values'), kinds: ['values'] }),
  ];
  await market.addRule('SERIES < 0 for 2h within tomorrow', { owner: 'anna' });
  await market.write('2024-05-18T11:00:00Z', -1, -2);
  assert.deepEqual(await market.pass(), ['firing']);
  await market.write('2024-05-18T11:00:00Z', 5, 5);
  assert.deepEqual(await market.pass(), ['resolved']);
  world.deliver();
  const { newest } = await world.store.eventRange();
  for (const { id } of hooks) await world.until(id, ({ cursor }) => cursor === newest);
  const told = (name: string): string[] =>
    world.receiver.received
      .filter(({ path }) => path.endsWith(`?${name}`))
      .flatMap(({ body }) => JSON.parse(body).data.events)
      .map(({ type, series, rule }) => [type, series, rule].join(' '));
  const { code } = market;
  const [firing, resolved] = ['firing', 'resolved'].map((kind) => `alert.${kind} ${code} ${code}`);
  assert.deepEqual(told('operator'), [firing, resolved]);
  assert.deepEqual(told('anna'), [firing]);
  assert.deepEqual(told('bert'), []);
  assert.deepEqual(told('values'), [`values.changed ${code} `, `values.changed ${code} `]);
});
