// The engines as the scale benchmark sees them: room for stores of many sizes, and what a database
// outside the server's process uses.

import type { FillTarget } from './fill-target.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export const ENGINE_TITLES: Readonly<Record<EngineName, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
};

/** The CPU of the database's own processes; undefined if the engine runs inside the server. */
export interface DatabaseUsage {
  readonly cpuMs: number;
  /** Memory that is not shared, of all its processes: `shared_buffers` is apart. */
  readonly privateMb: number;
}

export interface Engine {
  readonly name: EngineName;
  readonly version: string;
  /** The address of a store. It may hold a password. */
  addressOf(store: string): string;
  /** Makes room for a new store in place of the one that has the name. */
  clear(store: string): Promise<void>;
  remove(store: string): Promise<void>;
  openTarget(store: string): Promise<FillTarget>;
  usage(): Promise<DatabaseUsage>;
  /** Connections that are open to a store. */
  countConnections(store: string): Promise<number>;
}
