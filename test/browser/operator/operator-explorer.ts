// The demo with an operator: the user `demo` has the role, and `demo-nordic` has not.

import { join } from 'node:path';
import { pino } from 'pino';
import { setOperatorRole } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { copyDemo, NOW } from '../demo-store.ts';
import { type Explorer, openExplorer } from '../open-explorer.ts';

/** Opens the explorer on a copy of the demo that `prepare` may change. */
export function openOperatorExplorer(
  prepare: (store: Store) => Promise<void> = async () => {},
): Explorer {
  return openExplorer(async (folder, clock, password) => {
    const path = join(folder, 'demo.db');
    await copyDemo(path);
    const url = `sqlite:${path}`;
    const env = { PORT: '0', STORE: url, DEMO_PASSWORD: password, FORECASTS: 'false' };
    const logger = pino({ level: 'silent' });
    const app = await startApp(readConfig(env), { isDemo: true, clock, logger });
    const store = await openStore(url);
    await setOperatorRole(store.accounts, 'demo', true, { actor: 'test', now: NOW });
    await prepare(store);
    await store.close();
    return app;
  });
}
