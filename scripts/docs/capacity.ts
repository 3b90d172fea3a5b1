// The capacity model inside docs/explanation/scaling.md, from the newest run of the scale benchmark.

import { readdir, readFile } from 'node:fs/promises';
import type { ScaleResults } from '../../bench/scale/report/scale-results.ts';
import { formatCount, formatDigits } from '../../harness/numbers.ts';
import {
  type Capacity,
  CHOSEN,
  type Coefficients,
  capacityOf,
  coefficientsOf,
} from './capacity-model.ts';
import { code, page, table } from './markdown.ts';

const BEGIN = '<!-- capacity:begin -->';
const END = '<!-- capacity:end -->';
const RESULTS = new URL('../../bench/results/', import.meta.url);

export interface ScaleRun {
  readonly file: string;
  readonly results: ScaleResults;
}

/** The newest whole run; a small one, made to try the benchmark, does not count. */
export async function newestScale(folder: URL = RESULTS): Promise<ScaleRun | undefined> {
  const files = (await readdir(folder)).filter((name) =>
    /^\d{4}-\d\d-\d\d-scale\.json$/.test(name),
  );
  const file = files.sort().at(-1);
  if (file === undefined) return undefined;
  return { file, results: JSON.parse(await readFile(new URL(file, folder), 'utf8')) };
}

/** The page with its model brought up to date; throws if the marks are missing. */
export function withCapacity(text: string, run: ScaleRun | undefined): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page needs "${BEGIN}" and "${END}"`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${capacitySection(run)}\n${text.slice(end)}`;
}

export function capacitySection(run: ScaleRun | undefined): string {
  const coefficients = run && coefficientsOf(run.results);
  if (!coefficients) {
    return page(
      'This has not been measured: `bench/results` has no run of `npm run bench -- scale` with PostgreSQL. After one, `npm run docs` writes the model here.',
    );
  }
  const { date, command, machine } = run.results;
  return page(
    `For ${formatCount(CHOSEN.points)} points and ${formatCount(CHOSEN.requestsPerSecond)} requests a second. Every coefficient is from [one run of the benchmark](../../bench/results/${run.file}), ${code(command)} on ${date}, on ${machine.cores} cores (${machine.model}) with ${machine.memoryGb} GB.`,
    '**Chosen**, not measured:',
    chosenTable(),
    '**Coefficients**, each with its place in that JSON:',
    coefficientTable(coefficients),
    '**So it needs:**',
    capacityTable(capacityOf(coefficients), coefficients),
  );
}

function chosenTable(): string {
  const { pointsPerSeries, mix, busyShare, machine, connectionsPerProcess, updatesPerDay } = CHOSEN;
  const shares = Object.entries(mix).map(([read, share]) => `${share * 100} % ${code(read)}`);
  return table(
    ['what', 'value'],
    [
      ['a series', `ten years of hours, ${formatCount(pointsPerSeries)} points`],
      ['requests', `${shares.join(', ')}; no answer from a cache`],
      ['a core is busy', `at most ${busyShare * 100} % of the time`],
      ['connections of a process', String(connectionsPerProcess)],
      ['writes', `the newest 48 hours of each series, ${updatesPerDay} × a day`],
      [
        'a machine',
        `${machine.cores} cores, ${machine.memoryGb} GB of memory, ${formatCount(machine.diskGb)} GB of disk`,
      ],
    ],
  );
}

const coefficientTable = (coefficients: Coefficients): string =>
  table(
    ['coefficient', 'value', 'place'],
    [...coefficients.values()].map(({ name, value, unit, path }) => [
      code(name),
      `${formatDigits(value)} ${unit}`.trim(),
      code(path),
    ]),
  );

function capacityTable(capacity: Capacity, coefficients: Coefficients): string {
  const { points, pointsPerSeries, requestsPerSecond, busyShare, machine } = CHOSEN;
  const value = (name: Parameters<Coefficients['get']>[0]): string =>
    formatDigits(coefficients.get(name)!.value);
  const count = formatCount;
  const perCore = (us: number): string => count(1e6 / us);
  const cores = (us: number): string =>
    `${count(requestsPerSecond)} × ${formatDigits(us)} µs ÷ ${busyShare}`;
  return table(
    ['what', 'how much', 'how'],
    [
      ['series', count(capacity.series), `${count(points)} ÷ ${count(pointsPerSeries)}`],
      [
        'disk',
        `${count(capacity.diskGb)} GB`,
        `${count(points)} × ${value('bytesPerPoint')} B; twice that with a replica of each machine`,
      ],
      [
        'memory for metadata and its indexes',
        `${formatDigits(capacity.metadataGb)} GB`,
        `series × ${value('metadataBytesPerSeries')} B, on each machine of the database`,
      ],
      [
        'memory for the newest values',
        `${formatDigits(capacity.newestGb)} GB`,
        'one chunk of each series, over all machines of the database',
      ],
      [
        'requests a second and core',
        `${perCore(capacity.serverCpuUs)} of the server, ${perCore(capacity.databaseCpuUs)} of the database`,
        '1 s ÷ CPU of a request, by the mix',
      ],
      ['cores of servers', formatDigits(capacity.serverCores), cores(capacity.serverCpuUs)],
      [
        'cores of the database',
        formatDigits(capacity.databaseCores),
        cores(capacity.databaseCpuUs),
      ],
      [
        'processes of Gridtide',
        count(capacity.processes),
        `one a core: ${formatDigits(capacity.serverMemoryGb)} GB at ${value('serverPeakMb')} MB each`,
      ],
      [
        'connections',
        count(capacity.connections),
        `${formatDigits(capacity.connectionsGb)} GB at ${value('databasePrivateMb')} MB for ${value('databaseConnections')}`,
      ],
      ['machines for Gridtide', count(capacity.serverMachines), `by cores, ${machine.cores} each`],
      [
        'machines for the database',
        count(capacity.databaseMachines),
        `by cores and by disk, ${count(machine.diskGb)} GB each; and one coordinator if they are more than one`,
      ],
      [
        'loading everything once',
        `${formatDigits(capacity.loadHours)} hours`,
        `at ${value('loadPointsPerSecond')} points/s, one writer`,
      ],
      [
        'the one writer is busy',
        `${formatDigits(capacity.updateShare * 100)} % of a day`,
        `at ${value('updatePointsPerSecond')} points/s`,
      ],
    ],
  );
}
