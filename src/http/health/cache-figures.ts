// The memory of CACHE_MB that is in use, by its use.

import { type OwnFigures, sampleOf } from '#http/figures/own-figures';
import type { HealthParts } from '#http/request/server-parts';

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
