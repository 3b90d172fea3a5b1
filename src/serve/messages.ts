// What the first process of a server and its workers say to each other.

import type { Figure } from '#http/figures/merge-figures';

/** To a worker. */
export type ToWorker =
  /** How to serve: settings that were given on the command line or found out, beside the environment's. */
  | {
      readonly kind: 'start';
      readonly number: number;
      readonly settings: Readonly<Record<string, string>>;
      readonly isDemo: boolean;
    }
  /** Do what a server does by itself, from now on. */
  | { readonly kind: 'schedule' }
  | { readonly kind: 'stop' }
  /** Tell your figures. */
  | { readonly kind: 'tell-figures'; readonly id: number }
  /** Those of all workers, as was asked. */
  | { readonly kind: 'figures'; readonly id: number; readonly figures: readonly Figure[] };

/** From a worker. */
export type FromWorker =
  /** It may be told how to start. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'ready' }
  /** It could not start. A store that is away may come back. */
  | { readonly kind: 'failed'; readonly message: string; readonly isUnavailable: boolean }
  /** Asks for the figures of all workers. */
  | { readonly kind: 'ask-figures'; readonly id: number }
  | { readonly kind: 'own-figures'; readonly id: number; readonly figures: readonly Figure[] };
