// A scale run as tables: the same rows for the terminal and for Markdown.

import { formatBytes, formatCount, formatDigits, formatRatio } from '../../../harness/numbers.ts';
import type { Table } from '../../report/tables.ts';
import { ENGINE_TITLES } from '../engine.ts';
import type { Latency } from '../measure-latency.ts';
import { READS } from '../reads.ts';
import type { EngineResults, ScaleResults } from './scale-results.ts';

const sizesOf = ({ sizes, metadataSize }: ScaleResults): number[] =>
  [...new Set([...sizes, metadataSize])].sort((a, b) => a - b);

/** A row for each read and engine, those of a read together. */
function rowsOf(
  { engines }: ScaleResults,
  cells: (engine: EngineResults, read: string) => readonly string[],
): string[][] {
  return READS.flatMap(({ name, title }) =>
    engines.map((engine) => [title, ENGINE_TITLES[engine.engine], ...cells(engine, name)]),
  );
}

function latencyTable(
  results: ScaleResults,
  title: string,
  note: string,
  pick: (latency: Latency) => number,
  hasRatio: boolean,
): Table {
  const sizes = sizesOf(results);
  const cell = ({ latencies }: EngineResults, read: string, size: number): string => {
    const found = latencies.find((each) => each.read === read && each.size === size);
    return found ? formatDigits(pick(found)) : '';
  };
  return {
    title,
    note,
    head: [
      'read',
      'engine',
      ...sizes.map(formatCount),
      ...(hasRatio ? ['largest × smallest'] : []),
    ],
    rows: rowsOf(results, (engine, read) => [
      ...sizes.map((size) => cell(engine, read, size)),
      ...(hasRatio ? [formatRatio(engine.growth.find((each) => each.read === read)!.ratio)] : []),
    ]),
    textColumns: 2,
  };
}

const p50Table = (results: ScaleResults): Table =>
  latencyTable(
    results,
    'p50 in ms, by the number of series',
    'One caller, the cache off, every request about another series drawn at random. Medians of the rounds’ medians; the ratio is the median of the rounds’ own ratios. The largest store is measured for its metadata alone.',
    ({ p50Ms }) => p50Ms,
    true,
  );

const p99Table = (results: ScaleResults): Table =>
  latencyTable(results, 'p99 in ms', 'All rounds together.', ({ p99Ms }) => p99Ms, false);

const rateTable = (results: ScaleResults): Table => ({
  title: `${results.clients} clients, at the largest size`,
  note: 'CPU a request of the server’s process and of the database’s processes, apart. Per core: requests that a second of one core pays for, of the server alone and of both together. Load generator, server and database share the machine’s cores, so requests per second say less.',
  head: [
    'read',
    'engine',
    'series',
    'requests/s',
    'server CPU, µs',
    'database CPU, µs',
    'per server core',
    'per core',
  ],
  rows: rowsOf(results, ({ rates }, read) => {
    const rate = rates.findLast((each) => each.read === read)!;
    return [rate.size, rate.perSecond, rate.serverCpuUs, rate.databaseCpuUs]
      .concat(rate.perServerCore, rate.perCore)
      .map(formatCount);
  }),
  textColumns: 2,
});

const memoryTable = ({ engines }: ScaleResults): Table => ({
  title: 'Memory of the server’s process, MB, and connections',
  note: `Resident: after the start, the highest over all reads, and the highest after one answer that lists every series. ${engines
    .filter(({ databasePrivateMb }) => databasePrivateMb > 0)
    .map(
      ({ engine, databasePrivateMb }) =>
        `${ENGINE_TITLES[engine]}’s processes have ${formatCount(databasePrivateMb)} MB of their own, shared_buffers apart, for all these servers.`,
    )
    .join(' ')}`,
  head: ['engine', 'series', 'start', 'reads', 'whole list', 'list, s', 'connections'],
  rows: engines.flatMap(({ engine, memory }) =>
    memory.map((each) => [
      ENGINE_TITLES[engine],
      formatCount(each.size),
      formatCount(each.startMb),
      formatCount(each.peakMb),
      formatCount(each.peakWithListMb),
      formatDigits(each.listSeconds),
      formatCount(each.connections),
    ]),
  ),
  textColumns: 1,
});

const diskTable = ({ engines }: ScaleResults): Table => ({
  title: 'Disk',
  note: 'Half prices, three tenths loads, two tenths temperatures at full precision; a run of 240 hours a series and the record of when values became known included. Metadata: rows and indexes of series, before there are values. PostgreSQL: tables and indexes, without its log.',
  head: ['engine', 'series', 'points', 'on disk', 'bytes/point', 'metadata, bytes/series'],
  rows: engines.flatMap(({ engine, stores }) =>
    stores.map((store) => [
      ENGINE_TITLES[engine],
      formatCount(store.size),
      formatCount(store.points),
      formatBytes(store.bytes),
      store.isMetadataOnly ? '' : formatDigits(store.bytesPerPoint),
      formatCount(store.metadataBytesPerSeries),
    ]),
  ),
  textColumns: 1,
});

const writingTable = ({ engines }: ScaleResults): Table => ({
  title: 'Writing',
  note: 'Through the store’s own writer, durable, with a journal entry a batch and all that earlier states need. CPU of a million points: the writer’s process, and the database’s.',
  head: ['work', 'engine', 'series a batch', 'points/s', 'writer CPU, ms', 'database CPU, ms'],
  rows: engines.flatMap(({ engine, writing }) =>
    writing.map((each) => [
      each.work === 'load-years' ? 'years of new series' : '48 hours of each series',
      ENGINE_TITLES[engine],
      formatCount(each.seriesPerBatch),
      formatCount(each.pointsPerSecond),
      formatCount(each.writerCpuMs),
      formatCount(each.databaseCpuMs),
    ]),
  ),
  textColumns: 2,
});

export const scaleBarTable = ({ bars }: ScaleResults): Table => ({
  title: 'Bars',
  head: ['work', 'engine', 'bar', 'measured', ''],
  rows: bars.map(({ engine, work, atMost, measured, isReached }) => [
    work,
    ENGINE_TITLES[engine],
    `≤ ${atMost} ×`,
    formatRatio(measured),
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 2,
});

export const scaleTables = (results: ScaleResults): Table[] => [
  p50Table(results),
  p99Table(results),
  rateTable(results),
  memoryTable(results),
  diskTable(results),
  writingTable(results),
];
