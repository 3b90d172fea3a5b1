// The messages between the first process of a server and its workers.

import type { Figure } from '#http/figures/merge-figures';

/** A message to a worker. */
export type ToWorker =
  /** How to serve. The settings are all that count, with the port that was found. */
  | {
      readonly kind: 'start';
      readonly number: number;
      readonly settings: Readonly<Record<string, string>>;
      readonly isDemo: boolean;
    }
  /** Tells a worker to do from now on what a server does by itself. */
  | { readonly kind: 'schedule' }
  | { readonly kind: 'stop' }
  /** Asks for the worker's own figures. */
  | { readonly kind: 'tell-figures'; readonly id: number }
  /** The figures of all workers, which the worker asked for. */
  | { readonly kind: 'figures'; readonly id: number; readonly figures: readonly Figure[] };

/** A message from a worker. */
export type FromWorker =
  /** The worker is ready to be told how to start. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'ready' }
  /** The worker could not start. A store that is unavailable may come back. */
  | { readonly kind: 'failed'; readonly message: string; readonly isUnavailable: boolean }
  /** Asks for the figures of all workers. */
  | { readonly kind: 'ask-figures'; readonly id: number }
  | { readonly kind: 'own-figures'; readonly id: number; readonly figures: readonly Figure[] };
