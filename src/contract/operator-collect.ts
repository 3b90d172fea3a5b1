// Wire shape of GET /api/operator/collect: how collecting stands.

import { type Static, Type } from '#contract/schema';

const collectTimes = {
  lastAttemptAt: Type.Union([Type.String(), Type.Null()]),
  lastSuccessAt: Type.Union([Type.String(), Type.Null()]),
  lastError: Type.Union([Type.String(), Type.Null()]),
  missingDays: Type.Integer(),
};

export const CollectShape = Type.Object({
  entries: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['prices'] }),
      source: Type.String({ examples: ['entsoe'] }),
      everySeconds: Type.Number({ examples: [3_600] }),
      state: Type.String({ examples: ['done'], description: 'waiting, running, done or failed' }),
      note: Type.Union([Type.String(), Type.Null()]),
      nextDueAt: Type.String({ examples: ['2024-05-17T11:07:00Z'] }),
      isLate: Type.Boolean(),
      ...collectTimes,
      feeds: Type.Array(
        Type.Object({
          feed: Type.String({ examples: ['entsoe/prices/DE'] }),
          series: Type.Array(Type.String()),
          firstMissingDate: Type.Union([Type.String(), Type.Null()]),
          ...collectTimes,
        }),
      ),
    }),
  ),
});
export type CollectShape = Static<typeof CollectShape>;
