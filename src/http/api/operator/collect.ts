// GET /api/operator/collect: how the server's own collecting stands.

import type { FastifyInstance } from 'fastify';
import { CollectShape } from '#contract/operator-state';
import { formatUtc, type Instant } from '#core/time/instant';
import { addOperatorRead } from '#http/api/operator/operator-route';
import type { OperatorParts } from '#http/request/server-parts';
import type { EntryState, FeedState } from '#service/collecting/collect-state';

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

const shownFeed = (feed: FeedState) => ({
  ...feed,
  lastAttemptAt: timeOf(feed.lastAttemptAt),
  lastSuccessAt: timeOf(feed.lastSuccessAt),
});

const shownEntry = ({ everyMs, ...entry }: EntryState) => ({
  ...entry,
  everySeconds: everyMs / 1000,
  lastAttemptAt: timeOf(entry.lastAttemptAt),
  lastSuccessAt: timeOf(entry.lastSuccessAt),
  nextDueAt: timeOf(entry.nextDueAt),
  feeds: entry.feeds.map(shownFeed),
});

export function addCollectRoute(app: FastifyInstance, { collect }: OperatorParts): void {
  addOperatorRead(app, {
    url: '/api/operator/collect',
    summary: 'When each source was last collected, and what is missing',
    answer: CollectShape,
    refuses: [],
    handler: async (request) => {
      const state = await collect?.state(request.now);
      return { entries: (state?.entries ?? []).map(shownEntry) };
    },
  });
}
