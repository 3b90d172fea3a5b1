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
/** After this many ends at once of one worker the server gives up. */
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

/** One place among the workers, and the worker that has it. */
interface Place {
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
  readonly #places: readonly Place[];
  readonly #figures = new WorkersFigures();
  readonly #up = Promise.withResolvers<void>();
  readonly #failed = Promise.withResolvers<never>();
  readonly #allEnded = Promise.withResolvers<void>();
  #scheduler: Place | undefined;
  #isUp = false;
  #isStopping = false;
  #isClean = true;

  /** Starts the workers; resolves when all listen. */
  static async start(parts: WorkersParts): Promise<Workers> {
    const workers = new Workers(parts);
    for (const place of workers.#places) workers.#begin(place);
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
    this.#places = Array.from({ length: parts.count }, (_, i) => emptyPlace(i + 1));
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
    for (const place of this.#places) {
      clearTimeout(place.timer);
      place.send({ kind: 'stop' });
    }
    this.#settleIfAllEnded();
    const deadline = setTimeout(() => {
      this.#isClean = false;
      for (const { worker } of this.#places) worker?.process.kill('SIGKILL');
    }, KILL_AFTER_MS);
    await this.#allEnded.promise;
    clearTimeout(deadline);
    return this.#isClean;
  }

  #begin(place: Place): void {
    const worker = cluster.fork();
    closeHandedConnection(worker);
    place.worker = worker;
    place.fault = undefined;
    worker.on('message', (message: FromWorker) => {
      // A late message of a worker that ended must not count as its successor's.
      if (place.worker === worker) this.#receive(place, message);
    });
    // Errors of the channel: the worker is about to exit.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => this.#lose(place, code, signal));
  }

  #receive(place: Place, message: FromWorker): void {
    const { settings, isDemo } = this.#parts;
    const { number } = place;
    if (message.kind === 'hello') place.send({ kind: 'start', number, settings, isDemo });
    else if (message.kind === 'failed') place.fault = message;
    else if (message.kind === 'own-figures') this.#figures.receive(place, message);
    else if (message.kind === 'ask-figures') void this.#tellFigures(place, message.id);
    else this.#welcome(place);
    // The stop was asked for before the worker could receive it.
    if (this.#isStopping && message.kind === 'hello') place.send({ kind: 'stop' });
  }

  #welcome(place: Place): void {
    place.isReady = true;
    place.readyAt = performance.now();
    if (this.#isUp) this.#parts.logger.info({ worker: place.number }, 'a worker is back');
    if (this.#places.every(({ isReady }) => isReady)) {
      this.#isUp = true;
      this.#up.resolve();
    }
    this.#appoint();
  }

  /** Makes one worker do what the server does by itself. */
  #appoint(): void {
    if (this.#scheduler || this.#isStopping || !this.#isUp) return;
    this.#scheduler = this.#places.find(({ isReady }) => isReady);
    this.#scheduler?.send({ kind: 'schedule' });
  }

  async #tellFigures(place: Place, id: number): Promise<void> {
    const figures = await this.#figures.collect(this.#places.filter(({ isReady }) => isReady));
    place.send({ kind: 'figures', id, figures });
  }

  #lose(place: Place, code: number | null, signal: string | null): void {
    const wasReady = place.isReady;
    this.#figures.leave(place);
    place.worker = undefined;
    place.isReady = false;
    if (this.#scheduler === place) {
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
      const message = place.fault?.message ?? `worker ${place.number} ended ${how} at its start`;
      this.#failed.reject(new StartFault(message));
      return;
    }
    this.#replace(place, how, !wasReady || performance.now() - place.readyAt < STEADY_MS);
  }

  #replace(place: Place, how: string, isAtOnce: boolean): void {
    const { number, fault } = place;
    place.pauses = isAtOnce ? place.pauses + 1 : 1;
    // An unavailable store is no reason to give up.
    place.ends = isAtOnce ? place.ends + (fault?.isUnavailable ? 0 : 1) : 0;
    if (place.ends >= MOST_ENDS) {
      const why = fault ? `: ${fault.message}` : ' without a word; the lines above may say why';
      const message = `worker ${number} ended ${how} ${place.ends} times in a row, each before it had served for ${STEADY_MS / 1000} s${why}`;
      this.#failed.reject(new StartFault(message));
      return;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (place.pauses - 1));
    const facts = { worker: number, how, pauseMs, ...(fault ? { why: fault.message } : {}) };
    this.#parts.logger.error(facts, 'a worker ended and is started again');
    place.timer = setTimeout(() => this.#begin(place), pauseMs);
  }

  #settleIfAllEnded(): void {
    if (this.#places.every(({ worker }) => worker === undefined)) this.#allEnded.resolve();
  }
}

const emptyPlace = (number: number): Place => ({
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
