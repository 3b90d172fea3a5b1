// Every row, in the order of the help. Each is loaded when it is run: some bring much with them.

import type { Row } from './row.ts';

export const ROW_NAMES = [
  'kill',
  'power-cut',
  'failing-calls',
  'disk-full',
  'requests',
  'slow-clients',
  'guessing',
  'overload',
  'stranger',
  'streams',
  'events',
  'store-outage',
  'read-while-written',
  'clock-jumps',
  'authorisation',
  'canaries',
  'soak',
] as const;

export type RowName = (typeof ROW_NAMES)[number];

/** A row under its own kind of tally looks like any other from here on. */
const LOADERS: Readonly<Record<RowName, () => Promise<unknown>>> = {
  kill: async () => (await import('./rows/kill.ts')).killRow,
  'power-cut': async () => (await import('./rows/power-cut.ts')).powerCutRow,
  'failing-calls': async () => (await import('./rows/failing-calls.ts')).failingCallsRow,
  'slow-clients': async () => (await import('./rows/slow-clients.ts')).slowClientsRow,
  'disk-full': async () => (await import('./rows/disk-full.ts')).diskFullRow,
  requests: async () => (await import('./rows/requests.ts')).requestsRow,
  guessing: async () => (await import('./rows/guessing.ts')).guessingRow,
  overload: async () => (await import('./rows/overload.ts')).overloadRow,
  stranger: async () => (await import('./rows/stranger.ts')).strangerRow,
  streams: async () => (await import('./rows/streams.ts')).streamsRow,
  events: async () => (await import('./rows/events.ts')).eventsRow,
  'clock-jumps': async () => (await import('./rows/clock-jumps.ts')).clockJumpsRow,
  authorisation: async () => (await import('./rows/authorisation.ts')).authorisationRow,
  canaries: async () => (await import('./rows/canaries.ts')).canariesRow,
  soak: async () => (await import('./rows/soak.ts')).soakRow,
  'read-while-written': async () =>
    (await import('./rows/read-while-written.ts')).readWhileWrittenRow,
  'store-outage': async () => (await import('./rows/store-outage.ts')).storeOutageRow,
};

export const isRowName = (name: string): name is RowName =>
  (ROW_NAMES as readonly string[]).includes(name);

export const loadRow = async (name: RowName): Promise<Row> => (await LOADERS[name]()) as Row;
