// The points of a file that a thread reads, so that reading and storing share the time.

import { Worker } from 'node:worker_threads';
import { gridOf } from '#core/time/grid';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { Place } from '#importers/files/import-fault';
import type {
  ApartFile,
  FromPointsThread,
  NamedSeries,
  SentEnd,
  SentPiece,
  ToPointsThread,
} from '#importers/point-messages';
import type { PointSource, RowMeaning } from '#importers/point-source';
import { PointBuffer } from '#importers/points/point-buffer';
import type { ImportSeries, SeriesFinder } from '#importers/rows/series-table';
import { unpackFault } from '#importers/table-messages';

type Told = Exclude<FromPointsThread, { find: unknown } | { search: unknown } | { fault: unknown }>;

/** A thread that reads one file. It opens the file while it is not known yet what the rows mean. */
export class PointsThread {
  readonly path: string;
  readonly #worker: Worker;
  readonly #waiting: (Told | Error)[] = [];
  #finder: SeriesFinder | undefined;
  #isOver = false;
  #wake = (): void => {};

  constructor(file: ApartFile) {
    const script = new URL(import.meta.resolve('#importers/points-worker'));
    this.path = file.path;
    this.#worker = new Worker(script, { workerData: file });
    this.#worker.on('message', (message: FromPointsThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#add(error as Error));
    this.#worker.once('exit', () => {
      this.#isOver = true;
      this.#add(new Error('the thread that reads the file ended'));
    });
  }

  /**
   * Starts the reading of a file; throws an ImportFault if it is not of its format. `onRead` gets the bytes
   * read so far.
   */
  async open(
    finder: SeriesFinder,
    meaning: RowMeaning,
    onRead: (bytes: number) => void,
  ): Promise<ApartPoints> {
    this.#finder = finder;
    const { zone, definitions = [], columns, skipsMissingHours = false } = meaning;
    this.say({ task: { zone: zone.name, definitions, columns, skipsMissingHours } });
    try {
      const head = await this.next();
      if (!('place' in head)) throw new Error('the thread sends points before their place');
      return new ApartPoints(this, head.place, zone, onRead);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  say(message: ToPointsThread, memory: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, memory);
  }

  /** The next message, in order; throws the fault that the thread met. */
  async next(): Promise<Told> {
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const message = this.#waiting.shift()!;
    if (message instanceof Error) throw message;
    return message;
  }

  async close(): Promise<void> {
    // A thread that has read its file ends by itself.
    if (!this.#isOver) await this.#worker.terminate();
  }

  #receive(message: FromPointsThread): void {
    if ('find' in message || 'search' in message) {
      void this.#answer(message);
      return;
    }
    this.#isOver ||= 'fault' in message || 'end' in message;
    this.#add('fault' in message ? unpackFault(message.fault) : message);
  }

  #add(message: Told | Error): void {
    this.#waiting.push(message);
    this.#wake();
  }

  async #answer(question: { find: string } | Extract<FromPointsThread, { search: unknown }>) {
    try {
      const finder = this.#finder!;
      const answer =
        'find' in question
          ? await finder.findSeries(question.find)
          : await finder.searchSeries(question.search);
      this.say({ answer });
    } catch (error) {
      this.#add(error as Error);
    }
  }
}

export class ApartPoints implements PointSource {
  readonly buffer = new PointBuffer();
  /** Few, so that storing begins soon and ends soon after reading does. */
  readonly densePoints = 1 << 18;
  readonly series: ImportSeries[] = [];
  readonly place: Place;
  /** What was found out about how numbers are written; known at the end. */
  dialect: string | undefined;
  rows = 0;
  skipped = 0;
  readonly #thread: PointsThread;
  readonly #zone: Zone;
  readonly #onRead: (bytes: number) => void;
  /** The piece that did not fit any more. */
  #next: SentPiece | undefined;

  constructor(thread: PointsThread, place: Place, zone: Zone, onRead: (bytes: number) => void) {
    this.#thread = thread;
    this.place = place;
    this.#zone = zone;
    this.#onRead = onRead;
  }

  /** The limit is not exceeded, unless one piece does. */
  async fill(limit: number): Promise<boolean> {
    for (;;) {
      const piece = this.#next ?? (await this.#read());
      this.#next = undefined;
      if (!piece) return true;
      if (this.buffer.count > 0 && this.buffer.count + piece.count > limit) {
        this.#next = piece;
        return false;
      }
      this.#take(piece);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #read(): Promise<SentPiece | undefined> {
    const message = await this.#thread.next();
    if ('piece' in message) return message.piece;
    this.#end((message as { end: SentEnd }).end);
    return undefined;
  }

  #take({ memory, count, series, readBytes }: SentPiece): void {
    for (const named of series) this.series.push(this.#seriesOf(named));
    this.buffer.addPiece(memory, count);
    this.#thread.say({ memory }, [memory]);
    this.#onRead(readBytes);
  }

  #end({ rows, skipped, dialect }: SentEnd): void {
    this.rows = rows;
    this.skipped = skipped;
    this.dialect = dialect;
  }

  #seriesOf({ code, resolution }: NamedSeries): ImportSeries {
    const grid = gridOf(resolutionOf(resolution), this.#zone);
    return { number: this.series.length, code, grid, repeated: new Map() };
  }
}
