// The product on stores of every size, all of one engine up at once.

import type { Child } from '../../harness/processes.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { ScaleStore } from './prepare-store.ts';

export interface ScaleServer {
  readonly store: ScaleStore;
  readonly child: Child;
  readonly port: number;
}

/** Every answer is made anew; other settings are the product's own. */
const SETTINGS = { CACHE_MB: '0' };

export async function startServers(
  workspace: Workspace,
  stores: readonly ScaleStore[],
): Promise<ScaleServer[]> {
  const servers: ScaleServer[] = [];
  for (const store of stores) {
    const child = workspace.start('bench/contenders/product-server.ts');
    const port = await child.call<number>('start', store.address, SETTINGS);
    servers.push({ store, child, port });
  }
  return servers;
}
