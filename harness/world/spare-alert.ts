// An alert with a silence, for tests that change or remove one again and again.

import type { Store } from '#store/store';

/** Stores an alert as new, of a user or (null) of the operators. The journal has no entry of it. */
export const putSpareAlert = (
  store: Store,
  owner: string | null,
  id: string,
  now: number,
): Promise<void> =>
  store.write(async (writer) => {
    const alerts = await writer.openAlerts();
    await alerts.removeRule(id, now);
    await alerts.addRule({
      ...{ id, owner, name: `spare ${id}`, condition: 'frhrprice < 0 within tomorrow' },
      ...{ waitMs: 0, emails: [], createdAt: now },
    });
    await alerts.putSilence({ ruleId: id, code: null, until: now + 60_000, actor: 'trader' });
  });

/** Removes all alerts: a user may have only 20. */
export const clearAlerts = (store: Store, now: number): Promise<void> =>
  store.write(async (writer) => {
    const alerts = await writer.openAlerts();
    for (const { id } of await alerts.listRules()) await alerts.removeRule(id, now);
  });
