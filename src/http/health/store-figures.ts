// Whether the store answers, and the connections to it, if it is a server of its own.

import { Gauge, type Registry } from 'prom-client';
import type { StoreParts } from '#http/request/server-parts';

export function addStoreFigures(registry: Registry, { store }: StoreParts): void {
  if (!store.state) return;
  new Gauge({
    name: 'gridtide_store_up',
    help: 'Whether the store answered when it was last asked: 1, or 0.',
    registers: [registry],
    collect() {
      this.set(store.state!().isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'gridtide_store_connections',
    help: 'Connections of this process to the store.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { openConnections, idleConnections } = store.state!();
      this.set({ state: 'busy' }, openConnections - idleConnections);
      this.set({ state: 'idle' }, idleConnections);
    },
  });
}
