// Figures of alerts: how many series of each rule of the operators are pending or firing. Rules of users are
// counted together, so that labels stay few and name no user's rule.

import { type OwnFigures, sampleOf } from '#http/figures/own-figures';
import type { StoreParts } from '#http/request/server-parts';

const STATES = ['pending', 'firing'] as const;
const OF_USERS = '(of users)';

export function addAlertFigures(own: OwnFigures, { store }: StoreParts): void {
  own.addGauge({
    name: 'gridtide_alert',
    help: 'Series for which an alert is pending or firing, by rule of the operators; rules of users together.',
    isShared: true,
    read: async () => {
      const alerts = await store.openAlerts().catch(() => undefined);
      const rules = await alerts?.listRules().catch(() => undefined);
      const states = await alerts?.listStates().catch(() => undefined);
      if (!rules || !states) return undefined;
      const nameOf = new Map(
        rules.map(({ id, owner, name }) => [id, owner === null ? name : OF_USERS]),
      );
      return [...new Set(nameOf.values())].flatMap((rule) =>
        STATES.map((state) => {
          const isCounted = (row: (typeof states)[number]) =>
            row.state === state && nameOf.get(row.ruleId) === rule;
          return sampleOf(states.filter(isCounted).length, { rule, state });
        }),
      );
    },
  });
}
