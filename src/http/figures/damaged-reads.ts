// Counts requests that met damaged bytes in the store.

import { Counter, type Registry } from 'prom-client';

/** Adds the figure, and returns what counts one. */
export function countDamagedReads(registry: Registry): () => void {
  const counter = new Counter({
    name: 'gridtide_damaged_reads_total',
    help: 'Requests that met damaged stored values. Run gridtide check if it grows.',
    registers: [registry],
  });
  return () => counter.inc();
}
