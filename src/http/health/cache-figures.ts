// The memory of CACHE_MB that is in use, by its use.

import { Gauge, type Registry } from 'prom-client';
import type { HealthParts } from '#http/request/server-parts';

export function addCacheFigures(
  registry: Registry,
  { answers, store }: Pick<HealthParts, 'answers' | 'store'>,
): void {
  new Gauge({
    name: 'gridtide_cache_bytes',
    help: 'Memory for answers, questions and series records that is in use, about.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      this.set({ cache: 'answers' }, answers.bytes);
      this.set({ cache: 'questions' }, answers.questions.bytes);
      this.set({ cache: 'records' }, store.cachedBytes?.() ?? 0);
    },
  });
}
