// The tables that can be read in place: their names, what they hold, and their columns.

export type TableName = 'values' | 'runs' | 'series' | 'history';

export interface TableColumn {
  readonly name: string;
  readonly type: 'text' | 'time' | 'number';
  readonly meaning: string;
}

export interface TableKind {
  readonly name: TableName;
  readonly meaning: string;
  /** What the year of its address is about. */
  readonly year: string;
  readonly columns: readonly TableColumn[];
}

const text = (name: string, meaning: string): TableColumn => ({ name, type: 'text', meaning });
const time = (name: string, meaning: string): TableColumn => ({ name, type: 'time', meaning });

const SERIES = text('series', 'identifier');
const TIME = time('time', 'start of the interval');
const VALUE: TableColumn = { name: 'value', type: 'number', meaning: 'value of the interval' };

export const TABLE_KINDS: readonly TableKind[] = [
  {
    name: 'values',
    meaning: 'Observed values, a row each; gaps have none.',
    year: 'of the interval',
    columns: [SERIES, TIME, VALUE],
  },
  {
    name: 'runs',
    meaning: 'Forecast runs as they stand, a row for each value of each run.',
    year: 'of the issue time',
    columns: [SERIES, TIME, VALUE, time('analyzed', 'issue time'), text('source', 'who issued it')],
  },
  {
    name: 'series',
    meaning: 'Series that have values or runs in the year, a row each.',
    year: 'of values or runs',
    columns: [
      ...[SERIES, text('description', 'description'), text('unit', 'unit of the values')],
      ...[text('resolution', 'length of an interval'), text('area', 'area, if it has one')],
      text('category', 'what is measured, if it has one'),
      time('first', 'first observed time stamp'),
      time('last', 'last observed time stamp'),
      time('run', 'issue time of the newest run'),
      time('updated', 'last change of a value or run'),
    ],
  },
  {
    name: 'history',
    meaning:
      'What was known when: every value that an interval ever had, with the time it was recorded and the time it was replaced.',
    year: 'of the interval',
    columns: [
      ...[SERIES, TIME, VALUE],
      time('recorded', 'when this server recorded it; empty if it was always known'),
      time('replaced', 'when it was replaced or taken back; empty if it still holds'),
    ],
  },
];

export const findTableKind = (name: string): TableKind | undefined =>
  TABLE_KINDS.find((kind) => kind.name === name);
