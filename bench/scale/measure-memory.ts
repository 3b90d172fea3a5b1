// What a server's memory came to over all reads, and after one answer that lists every series.

import { HttpConnection } from '../../harness/load/http-connection.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { showStep } from '../../harness/progress.ts';
import { usageOf } from '../contenders/contender.ts';
import type { Engine } from './engine.ts';
import type { Memory } from './report/scale-results.ts';
import type { ScaleServer } from './start-servers.ts';

const WHOLE_LIST = {
  method: 'POST',
  path: '/api/fundamental/meta/all',
  body: { Prefix: '' },
} as const;

/** Measures memory. It comes after all other measurements: the list is the largest answer. */
export async function measureMemory(
  engine: Engine,
  servers: readonly ScaleServer[],
  startMb: ReadonlyMap<ScaleServer, number>,
): Promise<Memory[]> {
  const memory: Memory[] = [];
  for (const server of servers) {
    const { store } = server;
    showStep(`the list of ${store.content.size} series`);
    const { peakMb } = await usageOf(server);
    const connections = await engine.countConnections(store.name);
    const listSeconds = await listAll(server);
    memory.push({
      size: store.content.size,
      isMetadataOnly: !store.content.hasRuns,
      startMb: startMb.get(server)!,
      peakMb,
      peakWithListMb: (await usageOf(server)).peakMb,
      listSeconds,
      connections,
    });
  }
  return memory;
}

async function listAll({ port, store }: ScaleServer): Promise<number> {
  const connection = await HttpConnection.open(port);
  const startedAt = performance.now();
  const { status } = await connection.ask(requestBytes(WHOLE_LIST, store.token));
  connection.close();
  if (status !== 200) throw new Error(`the list of all series was answered with ${status}`);
  return (performance.now() - startedAt) / 1000;
}
