// Figures of what is stored: its size, what awaits review, and when it was last imported and backed up.

import { Gauge, type Registry } from 'prom-client';
import type { StoreParts } from '#http/request/server-parts';
import type { StoreFigures } from '#store/store';

export function addDataFigures(registry: Registry, { store }: StoreParts): void {
  let reading: Promise<StoreFigures | undefined> | undefined;
  // The gauges are read together and share one reading. If the store does not answer, /readyz says so,
  // and the other figures are still shown.
  const read = (): Promise<StoreFigures | undefined> =>
    (reading ??= store
      .readFigures()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      }));
  const addGauge = (name: string, help: string, figureOf: (figures: StoreFigures) => number) =>
    new Gauge({
      name,
      help,
      // Every process of a server reads the same from the store.
      aggregator: 'first',
      registers: [registry],
      async collect() {
        const figures = await read();
        if (figures) this.set(figureOf(figures));
      },
    });
  addGauge('gridtide_held_values', 'Values that await review.', ({ heldValues }) => heldValues);
  addGauge('gridtide_store_bytes', 'Size of the store on disk.', ({ bytes }) => bytes);
  addGauge(
    'gridtide_import_last_timestamp_seconds',
    'When values were last imported or fetched by a command; 0 before the first time.',
    ({ lastImportAt }) => (lastImportAt ?? 0) / 1000,
  );
  addGauge(
    'gridtide_backup_last_timestamp_seconds',
    'When gridtide backup last ended without damage; 0 before the first time.',
    ({ lastBackupAt }) => (lastBackupAt ?? 0) / 1000,
  );
}
