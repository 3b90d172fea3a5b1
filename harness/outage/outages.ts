// The ways in which a PostgreSQL server goes away and comes back.

import type { TestServer } from '../postgres/test-server.ts';

export interface Outage {
  /** Completes "a server that …". */
  readonly name: 'is shut down' | 'crashes' | 'hangs';
  /** How long the outage lasts under load. */
  readonly lastsMs: number;
  stop(): Promise<void>;
  /** Does nothing if the server runs. */
  start(): Promise<void>;
}

export const outagesOf = (server: TestServer): readonly Outage[] => [
  {
    name: 'is shut down',
    lastsMs: 600,
    stop: () => server.stop('fast'),
    start: () => server.start(),
  },
  {
    name: 'crashes',
    lastsMs: 600,
    stop: () => server.stop('immediate'),
    start: () => server.start(),
  },
  {
    name: 'hangs',
    // Longer than any client waits for an answer.
    lastsMs: 2_500,
    stop: () => server.pause(),
    start: () => server.resume(),
  },
];
