// Has the logs of a store copied to a second folder while a server runs. One of several servers does it: the one that
// has the duty. If it dies, another begins a new generation within seconds.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Clock, type Instant, SECOND_MS } from '#core/time/instant';
import type { LogCopyNews, LogCopyOrder } from '#service/backups/log-copy-worker';
import type { Store } from '#store/store';

export const LOG_COPY_DUTY = 'log-copy';
const LOOK_EVERY_MS = 5 * SECOND_MS;
const STOP_WITHIN_MS = 5 * SECOND_MS;

export interface LogCopyParts extends Omit<LogCopyOrder, 'clockAheadMs'> {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly lookEveryMs?: number;
}

export class LogCopy {
  /** Everything that was acknowledged before it is copied; 0 before the first copy by this process. */
  copiedAt: Instant = 0;
  readonly #parts: LogCopyParts;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #looking: Promise<void>;
  #isStopped = false;
  #state: 'copied' | 'failed' | undefined;

  constructor(parts: LogCopyParts) {
    this.#parts = parts;
    this.#looking = this.#look();
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, parts.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Copies what is left, and stops. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    const thread = this.#thread;
    if (thread) {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      await thread.terminate();
    }
    // Also if the thread broke: another server may copy.
    await this.#parts.store.leaveDuty(LOG_COPY_DUTY);
  }

  /** Takes the duty if it is free, and begins; never rejects. */
  async #look(): Promise<void> {
    if (this.#isStopped || this.#thread) return;
    try {
      if (await this.#parts.store.holdDuty(LOG_COPY_DUTY)) this.#start();
    } catch (error) {
      this.#hear({ kind: 'failed', why: (error as Error).message });
    }
  }

  #start(): void {
    const { storeUrl, folder, keep, productVersion, everyMs, clock } = this.#parts;
    const workerData: LogCopyOrder = {
      ...{ storeUrl, folder, keep, productVersion, clockAheadMs: clock() - Date.now() },
      ...(everyMs === undefined ? {} : { everyMs }),
    };
    const file = new URL(import.meta.resolve('#service/backups/log-copy-worker'));
    const thread = new Worker(file, { workerData });
    this.#thread = thread;
    // The thread must not keep a server alive that is done.
    thread.unref();
    thread.on('message', (news: LogCopyNews) => this.#hear(news));
    thread.on('error', ({ message }: Error) => this.#hear({ kind: 'failed', why: message }));
    thread.once('exit', () => {
      this.#thread = undefined;
    });
  }

  #hear(news: LogCopyNews): void {
    const { logger, folder } = this.#parts;
    if (news.kind === 'copied') this.copiedAt = news.at;
    if (news.kind === this.#state) return;
    this.#state = news.kind;
    if (news.kind === 'failed') logger.error({ why: news.why }, 'the log is not copied');
    else logger.info({ folder }, 'the log is copied');
  }
}

export const startLogCopy = (parts: LogCopyParts): LogCopy => new LogCopy(parts);
