// What the server is built from, as the settings and the store decide it.

import { type Config, isInMemory } from '#config';
import { AnswerCache } from '#http/answer/answer-cache';
import { AnswerThreads } from '#http/answer/answer-threads';
import type { ThreadSettings } from '#http/answer/thread-messages';
import type { ServerParts } from '#http/request/server-parts';
import { forecastHoursOf, type Schedules } from '#serve/schedules';
import type { CollectConfig } from '#service/collecting/collect-config';
import type { CollectState, collectState } from '#service/collecting/collect-state';
import type { Store } from '#store/store';

const MEGABYTE = 2 ** 20;
/** The share of CACHE_MB for series records. The rest is for answers and the requests they belong to. */
const RECORD_SHARE = 1 / 4;

export const recordCacheBytes = ({ cacheMegabytes }: Config): number =>
  cacheMegabytes * MEGABYTE * RECORD_SHARE;

/** What the server is built from that only the settings and the store decide. */
export const partsOfSettings = (config: Config, store: Store) => ({
  store,
  context: {
    store,
    zone: config.marketZone,
    blocks: config.blocks,
    gateClosure: config.gateClosure,
  },
  answers: new AnswerCache(config.cacheMegabytes * MEGABYTE * (1 - RECORD_SHARE)),
  publicLists: config.publicLists,
  plainUserNames: config.plainUserNames,
  slowRequestMs: config.slowRequestMs,
  trustProxy: config.trustProxy,
  maxConnections: config.maxConnections,
  strangerRequestsPerMinute: config.publicRequestsPerMinute,
  metricsAccess: config.metricsAccess,
  sendsMail: config.mail !== undefined,
  webhookAllow: config.webhookAllow,
  ...partsOfTables(config),
});

/** No other thread could open a store in memory: its tables are made in this one, in a temporary folder. */
const partsOfTables = (config: Config) =>
  isInMemory(config.storeUrl)
    ? {}
    : {
        spool: { folder: config.spool.folder, mostBytes: config.spool.megabytes * MEGABYTE },
        tableThread: {
          file: new URL(import.meta.resolve('#serve/table-worker')),
          settings: threadSettings(config),
        },
      };

/** The state of collecting. What reads it is loaded when it is first asked for. */
async function readCollectState(...parts: Parameters<typeof collectState>): Promise<CollectState> {
  const { collectState } = await import('#service/collecting/collect-state');
  return collectState(...parts);
}

export function partsOfSchedules(
  config: Config,
  store: Store,
  schedules: Schedules,
  collect: CollectConfig | undefined,
): Pick<ServerParts, 'forecasts' | 'collect' | 'deliveries' | 'backups' | 'logCopy'> {
  const hours = forecastHoursOf(config);
  return {
    deliveries: () => schedules.deliveries,
    ...(config.logCopy ? { logCopy: { copiedAt: () => schedules.logCopiedAt } } : {}),
    ...(config.backups ? { backups: { failures: () => schedules.backupFailures } } : {}),
    ...(hours.length > 0 ? { forecasts: { hours, failures: () => schedules.failures } } : {}),
    ...(collect
      ? { collect: { state: (now) => readCollectState(store, collect, config.marketZone, now) } }
      : {}),
  };
}

export function answerThreads(config: Config): AnswerThreads | undefined {
  const { storeUrl, answerThreads: most } = config;
  // No other thread could open a store in memory.
  if (isInMemory(storeUrl) || most === 0) return undefined;
  const file = new URL(import.meta.resolve('#serve/answer-worker'));
  return new AnswerThreads(file, threadSettings(config), most);
}

const threadSettings = ({ storeUrl, storeReadUrls, marketZone }: Config): ThreadSettings => ({
  storeUrl,
  storeReadUrls,
  zoneName: marketZone.name,
});
