// Who takes part, as the rest of the benchmark sees them.

import type { Child } from '../../harness/processes.ts';
import type { Usage } from './usage.ts';

export const CONTENDERS = ['bare', 'warm', 'cold', 'postgres', 'duckdb', 'chdb'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export const TITLES: Readonly<Record<ContenderName, string>> = {
  bare: 'bare route',
  warm: 'Gridtide',
  cold: 'Gridtide, cache off',
  postgres: 'PostgreSQL rows',
  duckdb: 'DuckDB',
  chdb: 'ClickHouse engine',
};

export interface Contender {
  readonly name: ContenderName;
  readonly port: number;
  readonly child: Child;
}

export const usageOf = ({ child }: Pick<Contender, 'child'>): Promise<Usage> => child.call('usage');
