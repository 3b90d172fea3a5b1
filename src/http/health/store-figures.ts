// Whether the store answers, the connections to it, if it is a server of its own, and the memory of CACHE_MB.

import { type OwnFigures, sampleOf } from '#http/figures/own-figures';
import type { HealthParts, StoreParts } from '#http/request/server-parts';

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

/** The memory of CACHE_MB that is in use, by its use. */
export function addCacheFigures(
  own: OwnFigures,
  { answers, store }: Pick<HealthParts, 'answers' | 'store'>,
): void {
  own.addGauge({
    name: 'gridtide_cache_bytes',
    help: 'Memory for answers, questions and series records that is in use, about.',
    read: () => [
      sampleOf(answers.bytes, { cache: 'answers' }),
      sampleOf(answers.questions.bytes, { cache: 'questions' }),
      sampleOf(store.cachedBytes?.() ?? 0, { cache: 'records' }),
    ],
  });
}
