// Every row, in the order of the help. Each is loaded when it is run: some bring much with them.

import type { Row } from './row.ts';

export const ROW_NAMES = ['kill', 'requests', 'guessing', 'overload', 'store-outage'] as const;

export type RowName = (typeof ROW_NAMES)[number];

/** A row under its own kind of tally looks like any other from here on. */
const LOADERS: Readonly<Record<RowName, () => Promise<unknown>>> = {
  kill: async () => (await import('./rows/kill.ts')).killRow,
  requests: async () => (await import('./rows/requests.ts')).requestsRow,
  guessing: async () => (await import('./rows/guessing.ts')).guessingRow,
  overload: async () => (await import('./rows/overload.ts')).overloadRow,
  'store-outage': async () => (await import('./rows/store-outage.ts')).storeOutageRow,
};

export const isRowName = (name: string): name is RowName =>
  (ROW_NAMES as readonly string[]).includes(name);

export const loadRow = async (name: RowName): Promise<Row> => (await LOADERS[name]()) as Row;
