// The thread that reads a file for its points, while the importer's own thread stores those before.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { findZone } from '#core/time/zone';
import { formatOfFile } from '#importers/files/file-formats';
import { openRows } from '#importers/open-rows';
import {
  AHEAD,
  type ApartFile,
  type FromPointsThread,
  type NamedSeries,
  PIECE_POINTS,
  type PointsTask,
  type ToPointsThread,
} from '#importers/point-messages';
import { RowPoints } from '#importers/point-source';
import { pieceBytes } from '#importers/points/point-buffer';
import type { RowReader } from '#importers/rows/row-reader';
import type { SeriesFinder } from '#importers/rows/series-table';
import { packFault } from '#importers/table-messages';

const port = parentPort!;
const send = (message: FromPointsThread, memory: ArrayBuffer[] = []): void =>
  port.postMessage(message, memory);

/** Memory of pieces that were read. */
const free: ArrayBuffer[] = [];
/** How many pieces have memory, here or at the other thread. */
let pieces = 0;
let wake = (): void => {};
let answer: (given: never) => void = () => {};

function receive(message: ToPointsThread): void {
  if ('memory' in message) {
    free.push(message.memory);
    wake();
  } else if ('answer' in message) answer(message.answer as never);
}

/** Memory for the next piece, as soon as the other thread has read enough. */
async function takeMemory(): Promise<ArrayBuffer> {
  while (free.length === 0) {
    if (pieces < AHEAD) {
      pieces++;
      return new ArrayBuffer(pieceBytes(PIECE_POINTS));
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  return free.pop()!;
}

/** The store is the other thread's. The rows ask one question after the other. */
const ask = <T>(question: FromPointsThread): Promise<T> =>
  new Promise((resolve) => {
    answer = resolve;
    send(question);
  });

const finder: SeriesFinder = {
  findSeries: (code) => ask({ find: code }),
  searchSeries: (query) => ask({ search: query }),
};

/** The bytes of the file that were read so far. */
let readBytes = 0;

/** A Parquet file is decoded so far before it is known what its rows mean: some 700,000 rows, 15 MB. */
const AHEAD_BATCHES = 24;

async function open(file: ApartFile): Promise<RowReader> {
  const onRead = (bytes: number): void => {
    readBytes = bytes;
  };
  const { rows } = await openRows(file.path, Readable.from([]), { ...file, onRead, isAlone: true });
  const format = file.format ?? formatOfFile(file.path).name;
  if (format === 'parquet') rows.readAhead?.(AHEAD_BATCHES);
  return rows;
}

async function read(rows: RowReader, task: PointsTask): Promise<void> {
  const points = new RowPoints(rows, finder, { ...task, zone: findZone(task.zone)! });
  try {
    send({ place: rows.place });
    let named = 0;
    for (let isLast = false; !isLast; ) {
      isLast = await points.fill(PIECE_POINTS);
      const { buffer } = points;
      // A wide row may have many points, so that a bufferful is larger than a piece.
      for (let start = 0; start < buffer.count; start += PIECE_POINTS) {
        const memory = await takeMemory();
        const end = Math.min(buffer.count, start + PIECE_POINTS);
        buffer.copyPiece(start, end, memory);
        const series = points.series.slice(named).map(nameOf);
        named += series.length;
        send({ piece: { memory, count: end - start, series, readBytes } }, [memory]);
      }
      buffer.keepOnly();
    }
    send({ end: { rows: points.rows, skipped: points.skipped, dialect: rows.dialect } });
  } finally {
    await points.close();
  }
}

const nameOf = ({ code, grid }: RowPoints['series'][number]): NamedSeries => ({
  code,
  resolution: grid.resolution.name,
});

const opening = open(workerData as ApartFile);
// A fault is told when the file is asked for.
opening.catch(() => {});
const [{ task }] = (await once(port, 'message')) as [{ task: PointsTask }];
port.on('message', receive);
try {
  await read(await opening, task);
} catch (error) {
  send({ fault: packFault(error) });
}
port.close();
