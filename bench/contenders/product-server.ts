// The product, serving a store that was filled before. A process of its own.

import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { answerCalls } from '../../harness/processes.ts';
import { ownUsage } from './usage.ts';

answerCalls({
  /** Requests are not logged, as no contender logs them. Other settings are the product's own. */
  async start(storeUrl: string, settings: Record<string, string>) {
    const config = readConfig({
      STORE: storeUrl,
      PORT: '0',
      LOG_LEVEL: 'warn',
      FORECASTS: 'false',
      ...settings,
    });
    const app = await startApp(config, { isDemo: false });
    return Number(new URL(app.url).port);
  },
  usage: ownUsage,
});
