// Figures of what is stored: its size, what awaits review, and when it was last imported and backed up.

import type { OwnFigures } from '#http/figures/own-figures';
import type { StoreParts } from '#http/request/server-parts';

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
        help: 'When gridtide backup last ended without damage; 0 before the first time.',
        of: ({ lastBackupAt }) => (lastBackupAt ?? 0) / 1000,
      },
    ],
  );
}
