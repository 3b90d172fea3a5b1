// Alerts: a step writes its state, its change and its event together, and only from the state it was made from.

import assert from 'node:assert/strict';
import type { AlertStep } from '#core/alerts/alert-state';
import type { AlertRule, AlertWriter, WrittenStep } from '#store/alert-store';
import type { Store } from '#store/store';
import { addSeries, NOW } from './sample-series.ts';
import type { StoreTest } from './store-contract.ts';

const ruleOf = (id: string, change: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id, owner: null, name: `Rule ${id}`, condition: 'aa < 0', waitMs: 0 },
  ...{ emails: ['desk@example.com'], createdAt: NOW, ...change },
});

const FIRING: AlertStep = {
  standing: { state: 'firing', since: NOW, told: 'firing' },
  change: 'firing',
  message: 'firing',
};
const RESOLVED: AlertStep = {
  standing: { state: 'ok', since: NOW + 1, told: 'ok' },
  change: 'resolved',
  message: 'resolved',
};
const FINDING = { firstIndex: 3, lastIndex: 5, points: 2, detail: '2 values < 0.' };

const change = <T>(store: Store, work: (alerts: AlertWriter) => Promise<T>): Promise<T> =>
  store.write(async (writer) => work(await writer.openAlerts()));

/** Makes a rule and a series, and returns the first step. */
async function prepare(store: Store, facts: Partial<AlertRule> = {}): Promise<WrittenStep> {
  const rule = ruleOf('r1', facts);
  await addSeries(store, 'aa', { area: 'DE', category: 'hrprice' });
  await change(store, (alerts) => alerts.addRule(rule));
  const series = (await store.findSeries('aa'))!;
  return { rule, series, before: undefined, step: FIRING, at: NOW, finding: FINDING };
}

const newEvents = async (store: Store, after: number) =>
  (await store.listEvents(after, 100)).map(({ type, code, alert, firstIndex, points }) => ({
    ...{ type, code, alert, firstIndex, points },
  }));

export function alertsContract(storeTest: StoreTest): void {
  storeTest(
    'rules are listed by owner and name, and a name is taken once an owner',
    async (store) => {
      const alerts = await store.openAlerts();
      const rules = [
        ruleOf('r1', { name: 'b' }),
        ruleOf('r2', { name: 'A', waitMs: 60_000, emails: [] }),
        ruleOf('r3', { name: 'b', owner: 'Anna' }),
      ];
      for (const rule of rules) assert.ok(await change(store, (writer) => writer.addRule(rule)));
      assert.equal(
        await change(store, (writer) => writer.addRule(ruleOf('r4', { name: 'B' }))),
        false,
      );
      assert.deepEqual(await alerts.listRules(), [rules[1], rules[0], rules[2]]);
      assert.deepEqual(await alerts.findRule('r2'), rules[1]);
      assert.equal(await alerts.findRule('r4'), undefined);
    },
  );

  storeTest('a step is its state, its change and one event of the log', async (store) => {
    const step = await prepare(store);
    const { newest } = await store.eventRange();
    assert.ok(await change(store, (alerts) => alerts.writeStep(step)));
    const alerts = await store.openAlerts();
    const { key } = step.series;
    assert.deepEqual(await alerts.listStates('r1'), [
      { ruleId: 'r1', key, code: 'aa', ...FIRING.standing },
    ]);
    const [written, ...others] = await alerts.listChanges('r1', 10);
    assert.deepEqual(others, []);
    assert.deepEqual(written, {
      ...{ id: 1, ruleId: 'r1', key, code: 'aa', at: NOW, kind: 'firing', firstIndex: 3 },
      ...{ lastIndex: 5, detail: '2 values < 0.', eventId: newest + 1, mailAt: NOW },
      ...{ mailTries: 0, mailNote: null },
    });
    const alert = { rule: 'Rule r1', owner: null };
    assert.deepEqual(await newEvents(store, newest), [
      { type: 'alert.firing', code: 'aa', alert, firstIndex: 3, points: 2 },
    ]);
  });

  storeTest('a step from another state than the stored one writes nothing', async (store) => {
    const step = await prepare(store);
    assert.ok(await change(store, (alerts) => alerts.writeStep(step)));
    const { newest } = await store.eventRange();
    assert.equal(await change(store, (alerts) => alerts.writeStep(step)), false);
    const unknown = { ...step, rule: ruleOf('r9') };
    assert.equal(await change(store, (alerts) => alerts.writeStep(unknown)), false);
    assert.deepEqual(await newEvents(store, newest), []);
    assert.equal((await (await store.openAlerts()).listChanges('r1', 10)).length, 1);
  });

  storeTest('a step whose transaction fails leaves nothing behind', async (store) => {
    const step = await prepare(store);
    const { newest } = await store.eventRange();
    const failing = change(store, async (alerts) => {
      await alerts.writeStep(step);
      throw new Error('the power fails');
    });
    await assert.rejects(failing, /the power fails/);
    const alerts = await store.openAlerts();
    assert.deepEqual(await alerts.listStates(), []);
    assert.deepEqual(await alerts.listMails(10), []);
    assert.deepEqual(await newEvents(store, newest), []);
  });

  storeTest('a silenced change is told later, with its own row', async (store) => {
    const silenced: AlertStep = {
      standing: { ...FIRING.standing, told: 'ok' },
      change: 'firing',
      message: undefined,
    };
    const step = await prepare(store, { owner: 'Anna' });
    await change(store, (alerts) => alerts.writeStep({ ...step, step: silenced }));
    const alerts = await store.openAlerts();
    assert.deepEqual(await alerts.listMails(10), []);
    assert.equal((await alerts.listChanges('r1', 10))[0]!.eventId, null);
    const { newest } = await store.eventRange();
    const told = { ...FIRING, change: undefined };
    const before = silenced.standing;
    const later = { ...step, before, step: told, at: NOW + 9 };
    assert.ok(await change(store, (writer) => writer.writeStep(later)));
    const [row, ...others] = await alerts.listMails(10);
    assert.deepEqual(others, []);
    assert.equal(row!.eventId, newest + 1);
    assert.equal(row!.mailAt, NOW + 9);
    const [event] = await newEvents(store, newest);
    assert.deepEqual(event!.alert, { rule: 'Rule r1', owner: 'Anna' });
  });

  storeTest('a rule about held values is told to operators only', async (store) => {
    const step = await prepare(store, { condition: 'held values in aa' });
    const { newest } = await store.eventRange();
    await change(store, (alerts) => alerts.writeStep(step));
    const [event] = await newEvents(store, newest);
    assert.deepEqual(event!.alert, { rule: 'Rule r1', owner: '' });
  });

  storeTest('e-mails are listed until they are noted as sent', async (store) => {
    const step = await prepare(store);
    await change(store, (alerts) => alerts.writeStep(step));
    const later = { mailAt: NOW + 60_000, mailTries: 1, mailNote: 'refused' };
    await change(store, (alerts) => alerts.noteMail(1, later));
    const alerts = await store.openAlerts();
    const [mail] = await alerts.listMails(10);
    assert.equal(mail!.mailTries, 1);
    await change(store, (writer) => writer.noteMail(1, { ...later, mailAt: null }));
    assert.deepEqual(await alerts.listMails(10), []);
    assert.equal((await alerts.listChanges('r1', 10))[0]!.mailNote, 'refused');
  });

  storeTest('the history is read from its end, page by page', async (store) => {
    const step = await prepare(store);
    await change(store, (alerts) => alerts.writeStep(step));
    const back = { ...step, before: FIRING.standing, step: RESOLVED, at: NOW + 1 };
    await change(store, (alerts) => alerts.writeStep(back));
    const alerts = await store.openAlerts();
    const kinds = async (limit: number, before?: number) =>
      (await alerts.listChanges('r1', limit, before)).map(({ id, kind }) => `${id} ${kind}`);
    assert.deepEqual(await kinds(10), ['2 resolved', '1 firing']);
    assert.deepEqual(await kinds(1), ['2 resolved']);
    assert.deepEqual(await kinds(10, 2), ['1 firing']);
  });

  storeTest('a silence replaces the one before, for a series or for all', async (store) => {
    await prepare(store);
    const silence = { ruleId: 'r1', code: null, until: NOW + 1, actor: 'Anna' };
    await change(store, (alerts) => alerts.putSilence(silence));
    await change(store, (alerts) => alerts.putSilence({ ...silence, until: NOW + 2 }));
    await change(store, (alerts) => alerts.putSilence({ ...silence, code: 'aa' }));
    const alerts = await store.openAlerts();
    assert.deepEqual(await alerts.listSilences('r1'), [
      { ...silence, until: NOW + 2 },
      { ...silence, code: 'aa' },
    ]);
    assert.ok(await change(store, (writer) => writer.removeSilence('r1', null)));
    assert.equal(await change(store, (writer) => writer.removeSilence('r1', null)), false);
    assert.deepEqual(await alerts.listSilences(), [{ ...silence, code: 'aa' }]);
  });

  storeTest('a rule that is removed while it fires is told to be resolved', async (store) => {
    const step = await prepare(store);
    await change(store, (alerts) => alerts.writeStep(step));
    const { newest } = await store.eventRange();
    assert.ok(await change(store, (alerts) => alerts.removeRule('r1', NOW + 5)));
    assert.equal(await change(store, (alerts) => alerts.removeRule('r1', NOW + 5)), false);
    const events = await newEvents(store, newest);
    assert.deepEqual(
      events.map(({ type, code }) => `${type} ${code}`),
      ['alert.resolved aa'],
    );
    const alerts = await store.openAlerts();
    assert.deepEqual(await alerts.listRules(), []);
    assert.deepEqual(await alerts.listStates(), []);
    assert.deepEqual(await alerts.listMails(10), []);
  });
}
