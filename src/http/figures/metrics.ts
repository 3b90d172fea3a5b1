// Prometheus figures: which requests came, how they ended and how long they took.

import type { Figure } from '#http/figures/merge-figures';
import { OwnFigures, sampleOf } from '#http/figures/own-figures';
import { RequestFigures } from '#http/figures/request-figures';

export interface Metrics {
  /** The figures of the server itself; more can be added until they are first read. */
  readonly own: OwnFigures;
  readonly requests: RequestFigures;
  /** Reads the figures of this process, Node's included, in a form that can be sent. */
  read(): Promise<Figure[]>;
}

/** The other processes of a server that has several. */
export interface Peers {
  /** Sets how the figures of this process are read. */
  offerFigures(read: () => Promise<Figure[]>): void;
  /** Returns the merged figures of all processes, this one included. */
  collectFigures(): Promise<readonly Figure[]>;
}

export function makeMetrics(version: string): Metrics {
  const own = new OwnFigures();
  // The version is a figure of its own: as a label of all, every upgrade would begin new series.
  own.addGauge({
    name: 'gridtide_build_info',
    help: 'Always 1; the label is the version of the server.',
    isShared: true,
    read: () => [sampleOf(1, { version })],
  });
  const requests = new RequestFigures();
  own.add(...requests.metrics());
  return { own, requests, read: readerOf(own) };
}

function readerOf(own: OwnFigures): Metrics['read'] {
  type Reader = () => Promise<Figure[]>;
  let reader: Promise<Reader> | undefined;
  const open = async (): Promise<Reader> => {
    const { openFigures } = await import('#http/figures/prometheus-text');
    return openFigures(own.metrics);
  };
  return async () => (await (reader ??= open()))();
}

/** Writes figures as text for Prometheus. */
export async function writeFigures(figures: readonly Figure[]): Promise<string> {
  const { writeFigures: write } = await import('#http/figures/prometheus-text');
  return write(figures);
}
