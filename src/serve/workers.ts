// The first process of a server with workers, which share the port. It starts them and replaces those
// that end. It answers no request itself.

import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { WorkersFigures } from '#serve/figures';
import { closeHandedConnection } from '#serve/handed-connection';
import type { FromWorker, ToWorker } from '#serve/messages';
import { STOP_WITHIN_MS } from '#serve/start';
import { StartFault } from '#serve/start-fault';

/** A worker that ends before it has served this long ended "at once". */
const STEADY_MS = 10_000;
/** The pause before a restart; it doubles with every end at once. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** The number of immediate ends of one worker after which the server gives up. */
const MOST_ENDS = 5;
/** Workers stop in time by themselves; one that hangs is killed. */
const KILL_AFTER_MS = STOP_WITHIN_MS + 2_000;

export interface WorkersParts {
  readonly count: number;
  /** All settings that are not left out. Workers do not look for others. */
  readonly settings: Readonly<Record<string, string>>;
  readonly isDemo: boolean;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** One slot among the workers, and the worker that has it. */
interface Slot {
  readonly number: number;
  worker: Worker | undefined;
  isReady: boolean;
  readyAt: number;
  /** The reason that a worker gave for not starting. */
  fault: (FromWorker & { kind: 'failed' }) | undefined;
  /** Ends at once in a row. */
  pauses: number;
  /** Those of them that were not due to an unavailable store. */
  ends: number;
  timer: NodeJS.Timeout | undefined;
  send(message: ToWorker): void;
}

export class Workers {
  readonly #parts: WorkersParts;
  readonly #slots: readonly Slot[];
  readonly #figures = new WorkersFigures();
  readonly #up = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #allEnded = Promise.withResolvers<void>();
  #scheduler: Slot | undefined;
  #isUp = false;
  #isStopping = false;
  #isClean = true;

  /** Starts the workers; resolves when all listen. */
  static async start(parts: WorkersParts): Promise<Workers> {
    const workers = new Workers(parts);
    for (const slot of workers.#slots) workers.#begin(slot);
    try {
      await Promise.race([workers.#up.promise, workers.#failed.promise]);
    } catch (error) {
      await workers.stop();
      throw error;
    }
    return workers;
  }

  private constructor(parts: WorkersParts) {
    this.#parts = parts;
    this.#slots = Array.from({ length: parts.count }, (_, i) => emptySlot(i + 1));
    // It may fail before a caller awaits it.
    this.#failed.promise.catch(() => {});
    cluster.setupPrimary({
      exec: fileURLToPath(import.meta.resolve('#serve/worker')),
      args: [],
      // Figures may be NaN or infinite, which JSON cannot write.
      serialization: 'advanced',
    });
  }

  /** Rejects when the workers cannot be kept alive; never resolves. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** Lets all workers finish the requests under way; resolves to whether all did. */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    for (const slot of this.#slots) {
      clearTimeout(slot.timer);
      slot.send({ kind: 'stop' });
    }
    this.#settleIfAllEnded();
    const deadline = setTimeout(() => {
      this.#isClean = false;
      for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
    }, KILL_AFTER_MS);
    await this.#allEnded.promise;
    clearTimeout(deadline);
    return this.#isClean;
  }

  #begin(slot: Slot): void {
    const worker = cluster.fork();
    closeHandedConnection(worker);
    slot.worker = worker;
    slot.fault = undefined;
    worker.on('message', (message: FromWorker) => {
      // A late message of a worker that ended must not count as its successor's.
      if (slot.worker === worker) this.#receive(slot, message);
    });
    // Errors of the channel: the worker is about to exit.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => this.#lose(slot, code, signal));
  }

  #receive(slot: Slot, message: FromWorker): void {
    const { settings, isDemo } = this.#parts;
    const { number } = slot;
    if (message.kind === 'hello') slot.send({ kind: 'start', number, settings, isDemo });
    else if (message.kind === 'failed') slot.fault = message;
    else if (message.kind === 'own-figures') this.#figures.receive(slot, message);
    else if (message.kind === 'ask-figures') void this.#tellFigures(slot, message.id);
    else this.#welcome(slot);
    // The stop was asked for before the worker could receive it.
    if (this.#isStopping && message.kind === 'hello') slot.send({ kind: 'stop' });
  }

  #welcome(slot: Slot): void {
    slot.isReady = true;
    slot.readyAt = performance.now();
    if (this.#isUp) this.#parts.logger.info({ worker: slot.number }, 'a worker is back');
    if (this.#slots.every(({ isReady }) => isReady)) {
      this.#isUp = true;
      this.#up.resolve();
    }
    this.#appoint();
  }

  /** Makes one worker do what the server does by itself. */
  #appoint(): void {
    if (this.#scheduler || this.#isStopping || !this.#isUp) return;
    this.#scheduler = this.#slots.find(({ isReady }) => isReady);
    this.#scheduler?.send({ kind: 'schedule' });
  }

  async #tellFigures(slot: Slot, id: number): Promise<void> {
    const figures = await this.#figures.collect(this.#slots.filter(({ isReady }) => isReady));
    slot.send({ kind: 'figures', id, figures });
  }

  #lose(slot: Slot, code: number | null, signal: string | null): void {
    const wasReady = slot.isReady;
    this.#figures.leave(slot);
    slot.worker = undefined;
    slot.isReady = false;
    if (this.#scheduler === slot) {
      this.#scheduler = undefined;
      this.#appoint();
    }
    if (this.#isStopping) {
      this.#isClean &&= code === 0;
      this.#settleIfAllEnded();
      return;
    }
    const how = signal ? `by ${signal}` : `with exit code ${code}`;
    if (!this.#isUp && !wasReady) {
      const message = slot.fault?.message ?? `worker ${slot.number} ended ${how} at its start`;
      this.#failed.reject(new StartFault(message));
      return;
    }
    this.#replace(slot, how, !wasReady || performance.now() - slot.readyAt < STEADY_MS);
  }

  #replace(slot: Slot, how: string, isAtOnce: boolean): void {
    const { number, fault } = slot;
    slot.pauses = isAtOnce ? slot.pauses + 1 : 1;
    // An unavailable store is no reason to give up.
    slot.ends = isAtOnce ? slot.ends + (fault?.isUnavailable ? 0 : 1) : 0;
    if (slot.ends >= MOST_ENDS) {
      const why = fault ? `: ${fault.message}` : ' without a word; the lines above may say why';
      const message = `worker ${number} ended ${how} ${slot.ends} times in a row, each before it had served for ${STEADY_MS / 1000} s${why}`;
      this.#failed.reject(new StartFault(message));
      return;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.pauses - 1));
    const facts = { worker: number, how, pauseMs, ...(fault ? { why: fault.message } : {}) };
    this.#parts.logger.error(facts, 'a worker ended and is started again');
    slot.timer = setTimeout(() => this.#begin(slot), pauseMs);
  }

  #settleIfAllEnded(): void {
    if (this.#slots.every(({ worker }) => worker === undefined)) this.#allEnded.resolve();
  }
}

const emptySlot = (number: number): Slot => ({
  number,
  worker: undefined,
  isReady: false,
  readyAt: 0,
  fault: undefined,
  pauses: 0,
  ends: 0,
  timer: undefined,
  send(message) {
    // A message to a worker that has ended is dropped.
    if (this.worker?.isConnected()) this.worker.send(message, () => {});
  },
});
