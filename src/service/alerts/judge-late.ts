// Whether a series is late, as alerts need it.

import type { Zone } from '#core/time/zone';
import type { JudgeLate } from '#service/alerts/judge-series';
import type { Store } from '#store/store';

export const lateJudge =
  (_store: Store, _zone: Zone): JudgeLate =>
  async () => ({ finding: undefined });
