// Series definitions as the CSV that `import --define` reads. A description or unit that looks like a
// formula gets an apostrophe in front, and keeps it when it is imported.

import { csvCell } from '#exporters/csv-cell';
import type { SeriesDefinition } from '#store/series-record';

const COLUMNS = ['code', 'description', 'unit', 'resolution', 'area', 'category'] as const;

export const writeDefinitions = (definitions: readonly SeriesDefinition[]): string =>
  [
    COLUMNS.join(','),
    ...definitions.map((definition) =>
      COLUMNS.map((column) => csvCell(definition[column] ?? '')).join(','),
    ),
    '',
  ].join('\n');
