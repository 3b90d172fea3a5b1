// Whether the store answers, and the connections to it, if it is a server of its own.

import { type OwnFigures, sampleOf } from '#http/figures/own-figures';
import type { StoreParts } from '#http/request/server-parts';

export function addStoreFigures(own: OwnFigures, { store }: StoreParts): void {
  if (!store.state) return;
  own.addGauge({
    name: 'gridtide_store_up',
    help: 'Whether the store answered when it was last asked: 1, or 0.',
    read: () => [sampleOf(store.state!().isUp ? 1 : 0)],
  });
  own.addGauge({
    name: 'gridtide_store_connections',
    help: 'Connections of this process to the store.',
    read: () => {
      const { openConnections, idleConnections } = store.state!();
      return [
        sampleOf(openConnections - idleConnections, { state: 'busy' }),
        sampleOf(idleConnections, { state: 'idle' }),
      ];
    },
  });
}
