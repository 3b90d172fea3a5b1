// The messages between the server and the threads that make large answers, and what a thread begins with.

import type { MessagePort } from 'node:worker_threads';
import type { RefusalCode } from '#core/refusal-table';
import type { AnswerOrder } from '#http/answer/answer-order';
import type { Coding } from '#http/answer/content-coding';

export interface ThreadSettings {
  readonly storeUrl: string;
  readonly storeReadUrls?: readonly string[];
  readonly zoneName: string;
}

/** What a thread begins with. */
export interface ThreadStart extends ThreadSettings {
  /** The port for orders and answers. */
  readonly port: MessagePort;
}

/** A message to a thread: an answer to make. */
export interface Order {
  readonly id: number;
  readonly order: AnswerOrder;
  /** About how long the answer will be; 0 if unknown. */
  readonly likelyBytes: number;
  /** Memory of an earlier answer. A message of its own for it would cost 0.03 ms on either side. */
  readonly lent: ArrayBuffer | undefined;
  /** How the answer is compressed, unless it is short; undefined if it is not. */
  readonly coding: Coding | undefined;
}

/** An answer in the first `length` bytes of `memory`. */
export interface FromOrder {
  readonly id: number;
  readonly memory: ArrayBuffer;
  readonly length: number;
  readonly coding?: Coding | undefined;
  /** The memory of the answer before it was compressed. */
  readonly spare?: ArrayBuffer | undefined;
}

/** A message from a thread: it is ready; an answer; or an error. */
export type FromThread =
  | 'ready'
  | FromOrder
  | {
      readonly id: number;
      readonly message: string;
      readonly fault: ThreadFault;
      /** The code of a refusal; undefined if the thread failed. */
      readonly code: RefusalCode | undefined;
    };

/** What kind of error a thread met. Its class does not cross threads. */
export type ThreadFault = 'unavailable' | 'damaged' | 'other';
