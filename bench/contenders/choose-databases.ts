// Which databases take part, and a plain word about those that were asked for and cannot.

import { createRequire } from 'node:module';
import type { ContenderName } from './contender.ts';

export interface Choice {
  readonly databases: readonly ContenderName[];
  readonly skipped: readonly string[];
}

export function chooseDatabases(withChdb: boolean): Choice {
  const databases: ContenderName[] = ['postgres', 'duckdb'];
  if (!withChdb) return { databases, skipped: [] };
  if (isInstalled('chdb')) return { databases: [...databases, 'chdb'], skipped: [] };
  const reason = 'The ClickHouse engine is not installed: npm install --no-save chdb (500 MB).';
  return { databases, skipped: [reason] };
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
