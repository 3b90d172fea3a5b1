// Figures of what is stored: its size, what awaits review, when it was last imported and backed up, which
// series are late, which alerts fire, and how far each webhook has come.

import { type Clock, type Instant, SECOND_MS } from '#core/time/instant';
import { type OwnFigures, sampleOf, sharedReading } from '#http/figures/own-figures';
import type { OperatorParts, StoreParts, WebhookParts } from '#http/request/server-parts';
import type { LateGroup } from '#service/freshness/count-feeds';
import type { Webhook } from '#store/webhook-store';

export function addDataFigures(own: OwnFigures, { store }: StoreParts): void {
  own.addStateGauges(
    () => store.readFigures(),
    [
      {
        name: 'gridtide_held_values',
        help: 'Values that await review.',
        of: ({ heldValues }) => heldValues,
      },
      {
        name: 'gridtide_store_bytes',
        help: 'Size of the store on disk.',
        of: ({ bytes }) => bytes,
      },
      {
        name: 'gridtide_import_last_timestamp_seconds',
        help: 'When values were last imported or fetched by a command; 0 before the first time.',
        of: ({ lastImportAt }) => (lastImportAt ?? 0) / 1000,
      },
      {
        name: 'gridtide_backup_last_timestamp_seconds',
        help: 'When a backup, by command or by the server, last ended without damage; 0 before the first time.',
        of: ({ lastBackupAt }) => (lastBackupAt ?? 0) / 1000,
      },
    ],
  );
}

/** Lateness is read at most this often: 100,000 series take some 200 ms of CPU. */
const KEPT_MS = 30 * SECOND_MS;

const LATENESS = [
  {
    name: 'gridtide_late_series',
    help: 'Series that are late, by source and by the pattern that expects their values.',
    of: ({ late }: LateGroup) => late,
  },
  {
    name: 'gridtide_lateness_seconds',
    help: 'How long the series is late that is late for longest, by source and pattern; 0 if none is.',
    of: ({ longestMs }: LateGroup) => longestMs / SECOND_MS,
  },
];

export function addLatenessFigures(
  own: OwnFigures,
  {
    store,
    context: { zone },
    clock,
  }: Pick<OperatorParts, 'store' | 'context'> & { readonly clock: Clock },
): void {
  let readAt: Instant | undefined;
  let kept: readonly LateGroup[] = [];
  const read = sharedReading(async () => {
    const now = clock();
    if (readAt !== undefined && now >= readAt && now < readAt + KEPT_MS) return kept;
    const { FeedScan } = await import('#service/freshness/scan-feeds');
    const { readFreshness } = await import('#service/freshness/count-feeds');
    const scan = await FeedScan.open(store, now, zone);
    kept = scan.book.isEmpty ? [] : (await readFreshness(scan, 0)).groups;
    readAt = now;
    return kept;
  });
  for (const { name, help, of } of LATENESS) {
    own.addGauge({
      name,
      help,
      isShared: true,
      read: async () =>
        (await read())?.map((group) =>
          sampleOf(of(group), { source: group.source, rule: group.rule }),
        ),
    });
  }
}

const STATES = ['pending', 'firing'] as const;
const OF_USERS = '(of users)';

/**
 * How many series of each rule of the operators are pending or firing. Rules of users are counted together, so that
 * labels stay few and name no user's rule.
 */
export function addAlertFigures(own: OwnFigures, { store }: StoreParts): void {
  own.addGauge({
    name: 'gridtide_alert',
    help: 'Series for which an alert is pending or firing, by rule of the operators; rules of users together.',
    isShared: true,
    read: async () => {
      const alerts = await store.openAlerts().catch(() => undefined);
      const rules = await alerts?.listRules().catch(() => undefined);
      const states = await alerts?.listStates().catch(() => undefined);
      if (!rules || !states) return undefined;
      const nameOf = new Map(
        rules.map(({ id, owner, name }) => [id, owner === null ? name : OF_USERS]),
      );
      return [...new Set(nameOf.values())].flatMap((rule) =>
        STATES.map((state) => {
          const isCounted = (row: (typeof states)[number]) =>
            row.state === state && nameOf.get(row.ruleId) === rule;
          return sampleOf(states.filter(isCounted).length, { rule, state });
        }),
      );
    },
  });
}

/** More webhooks are not shown. */
const MOST_SHOWN = 1_000;
const DELIVERIES = 'gridtide_webhook_deliveries_total';

interface State {
  readonly webhooks: readonly Webhook[];
  readonly newest: number;
}

interface WebhookFigure {
  readonly name: string;
  readonly help: string;
  of(webhook: Webhook, newest: number): number;
}

const FIGURES: readonly WebhookFigure[] = [
  {
    name: 'gridtide_webhook_behind_events',
    help: 'Events of the log behind the cursor of a webhook, wanted or not.',
    of: ({ cursor }, newest) => Math.max(0, newest - cursor),
  },
  {
    name: 'gridtide_webhook_last_success_timestamp_seconds',
    help: 'When a webhook last got a delivery; 0 before the first.',
    of: ({ deliveredAt }) => (deliveredAt ?? 0) / 1000,
  },
  {
    name: 'gridtide_webhook_disabled',
    help: '1 while nothing is sent to a webhook.',
    of: ({ disabledAt }) => (disabledAt === null ? 0 : 1),
  },
];

export function addWebhookFigures(
  own: OwnFigures,
  { store, deliveries }: StoreParts & WebhookParts,
): void {
  const read = sharedReading(async (): Promise<State> => {
    const webhooks = await (await store.accounts.webhooks()).listWebhooks(MOST_SHOWN);
    return { webhooks, newest: webhooks.length === 0 ? 0 : (await store.eventRange()).newest };
  });
  for (const { name, help, of } of FIGURES) {
    own.addGauge({
      name,
      help,
      isShared: true,
      read: async () => {
        const state = await read();
        return state?.webhooks.map((webhook) =>
          sampleOf(of(webhook, state.newest), { webhook: webhook.id }),
        );
      },
    });
  }
  if (!deliveries) return;
  const values = () =>
    Object.entries(deliveries()).map(([result, count]) => sampleOf(count, { result }));
  const help = 'Tries of deliveries to webhooks by this process, by result.';
  own.add({
    name: DELIVERIES,
    get: async () => ({ name: DELIVERIES, help, type: 'counter', values: values() }),
  });
}
