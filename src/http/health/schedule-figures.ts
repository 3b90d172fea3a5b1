// Figures of what the server does by itself: its collecting, by entry of its file, the model's own runs, and backups. They are
// read from the store whenever /metrics is asked for, so that they are right whichever server did the work.

import type { Clock } from '#core/time/instant';
import type { Metrics } from '#http/figures/metrics';
import { type OwnFigures, sampleOf, sharedReading } from '#http/figures/own-figures';
import type { ConnectionParts, OperatorParts, ScheduleParts } from '#http/request/server-parts';
import type { EntryState } from '#service/collecting/collect-state';

interface EntryFigure {
  readonly name: string;
  readonly help: string;
  of(entry: EntryState): number;
}

const FIGURES: readonly EntryFigure[] = [
  {
    name: 'gridtide_collect_last_success_timestamp_seconds',
    help: 'When an entry was last collected without a fault; 0 before the first time.',
    of: ({ lastSuccessAt }) => (lastSuccessAt ?? 0) / 1000,
  },
  {
    name: 'gridtide_collect_failed_feeds',
    help: 'Feeds of an entry whose last attempt failed.',
    of: ({ feeds }) => feeds.filter(({ lastError }) => lastError !== null).length,
  },
  {
    name: 'gridtide_collect_missing',
    help: 'Market days of an entry that should be published and are not whole, over all feeds.',
    of: ({ missingDays }) => missingDays,
  },
  {
    name: 'gridtide_collect_late',
    help: '1 while an entry was not collected for more than two of its times and half an hour.',
    of: ({ isLate }) => (isLate ? 1 : 0),
  },
];

/** Adds the figures if the server collects. */
export function addCollectFigures(
  own: OwnFigures,
  { collect, clock }: Pick<OperatorParts, 'collect'> & { readonly clock: Clock },
): void {
  if (!collect) return;
  const read = sharedReading(() => collect.state(clock()));
  for (const { name, help, of } of FIGURES) {
    own.addGauge({
      name,
      help,
      isShared: true,
      read: async () =>
        (await read())?.entries.map((entry) => sampleOf(of(entry), { entry: entry.name })),
    });
  }
}

const BACKUP_FAILURES = 'gridtide_backup_failures_total';

/** Adds the figure if the server makes backups by itself. When the last good one ended is a figure of the data. */
export function addBackupFigures(
  own: OwnFigures,
  { backups, logCopy }: Pick<ScheduleParts, 'backups' | 'logCopy'>,
): void {
  if (logCopy)
    own.addGauge({
      name: 'gridtide_log_copy_timestamp_seconds',
      help: 'Until when the copy of LOG_COPY has everything; 0 in a process that does not copy.',
      read: () => [sampleOf(logCopy.copiedAt() / 1000)],
    });
  if (!backups) return;
  const help = 'Backups of BACKUP_EVERY that this process could not make.';
  const get = async () => ({
    ...{ name: BACKUP_FAILURES, help, type: 'counter' as const },
    values: [sampleOf(backups.failures())],
  });
  own.add({ name: BACKUP_FAILURES, get });
}

const DROPPED = 'gridtide_telemetry_dropped_total';

/** Gives the figures to what sends them, if the server sends any, and adds how much of it was dropped. */
export function addTelemetryFigures(
  { own, read }: Metrics,
  { telemetry }: Pick<ConnectionParts, 'telemetry'>,
): void {
  if (!telemetry) return;
  telemetry.offerFigures(read);
  const help =
    'Spans (traces), and sendings of figures (metrics), that the receiver of OTLP did not get.';
  const get = async () => ({
    ...{ name: DROPPED, help, type: 'counter' as const },
    values: Object.entries(telemetry.dropped).map(([signal, n]) => sampleOf(n, { signal })),
  });
  own.add({ name: DROPPED, get });
}

const FAILURES = 'gridtide_forecast_failures_total';

/** Adds the figures if the server makes runs of its own. */
export function addForecastFigures(
  own: OwnFigures,
  { store, clock, forecasts }: ScheduleParts & { readonly clock: Clock },
): void {
  if (!forecasts) return;
  const { hours, failures } = forecasts;
  own.addStateGauges(async () => {
    const { readForecastStatus } = await import('#service/model-runs/forecast-jobs');
    return readForecastStatus(store, hours, clock());
  }, [
    {
      name: 'gridtide_forecast_last_success_timestamp_seconds',
      help: 'When the runs of a due time were last made; 0 before the first.',
      of: ({ doneAt }) => (doneAt ?? 0) / 1000,
    },
    {
      name: 'gridtide_forecast_late',
      help: '1 while the newest due time is not done 30 minutes after it was due.',
      of: ({ isLate }) => (isLate ? 1 : 0),
    },
  ]);
  own.add({
    name: FAILURES,
    get: async () => ({
      name: FAILURES,
      help: 'Due times whose runs this process could not all make.',
      type: 'counter',
      values: [sampleOf(failures())],
    }),
  });
}
