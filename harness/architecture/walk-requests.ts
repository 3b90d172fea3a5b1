// How many files of src take part in the product's three main requests, counted by the engine: a file counts if one of
// its functions runs. The chain is the longest line of imports between them.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runProgram } from '#cli/run-program';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { World } from '../world/world.ts';
import { longestChain } from './find-circles.ts';
import { importGraph } from './import-graph.ts';

const NOW = '2026-03-10T10:00:00Z';
const SOURCES = new URL('../../src/', import.meta.url).href;

/** The files of src in which a function ran while `work` did. */
async function filesOf(session: Session, work: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(SOURCES))
    .filter(({ functions }) =>
      // A module's own body has no name and runs when the module is loaded.
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
    )
    .map(({ url }) => url.slice(SOURCES.length))
    .sort();
}

export interface Walk {
  readonly name: string;
  /** The files, without `src/`. */
  readonly files: readonly string[];
  /** The most imports from one of the files to the next. */
  readonly chain: number;
}

const walkOf = (name: string, files: readonly string[]): Walk => ({
  name,
  files,
  chain: longestChain(importGraph(files.map((file) => `src/${file}`))),
});

/** The real server on a free port, with one series and one run of it. */
async function openWorld(ends: (() => Promise<void>)[]): Promise<{ world: World; url: string }> {
  const world = await World.open({ after: (end) => void ends.push(end) }, { now: NOW });
  const from = new Date(Date.parse(NOW) - 30 * DAY_MS).toISOString();
  const hours = (count: number): number[] => Array.from({ length: count }, (_, hour) => hour % 97);
  const names = { code: 'dehrprice', area: 'DE', category: 'hrprice' } as const;
  await world.load({ ...names, from, values: hours(30 * 24) });
  await world.loadRun('dehrprice', '2026-03-10T06:00:00Z', '2026-03-11T00:00:00Z', hours(48));
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 });
  return { world, url };
}

async function ask(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`);
}

async function importFile(folder: string): Promise<void> {
  const path = join(folder, 'prices.csv');
  const rows = Array.from(
    { length: 100 },
    (_, hour) => `dehrprice,${new Date(Date.parse(NOW) + hour * HOUR_MS).toISOString()},${hour}\n`,
  );
  await writeFile(path, `series,time,value\n${rows.join('')}`);
  const definitions = join(folder, 'series.csv');
  await writeFile(
    definitions,
    'code,description,unit,resolution\ndehrprice,A price,EUR/MWh,hour\n',
  );
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text) };
  const code = await runProgram(
    ['import', path, '--define', definitions, '--store', `sqlite:${join(folder, 'store.db')}`],
    {
      stdout: output,
      stderr: output,
      stdin: Readable.from([]),
      env: {},
      now: () => Date.parse(NOW),
    },
  );
  if (code !== 0) throw new Error(said.join(''));
}

async function walkAll(
  session: Session,
  ends: (() => Promise<void>)[],
  folder: string,
): Promise<Walk[]> {
  const { world, url } = await openWorld(ends);
  const authorization = `Bearer ${await world.token()}`;
  const body = {
    SeriesId: 'dehrprice',
    FromDateTime: 'today-7',
    ToDateTime: 'today',
    Resolution: 'day',
  };
  const series = await filesOf(session, () =>
    ask(`${url}/api/fundamental/series`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const path = '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice';
  const forecast = await filesOf(session, () => ask(url + path, { headers: { authorization } }));
  const imported = await filesOf(session, () => importFile(folder));
  return [
    walkOf('POST /api/fundamental/series', series),
    walkOf('GET …/short-term', forecast),
    walkOf('gridtide import', imported),
  ];
}

/** Walks the three requests. It must be the first in its process: what was loaded and cached before runs no more. */
export async function walkRequests(): Promise<Walk[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const ends: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-walk-'));
  try {
    return await walkAll(session, ends, folder);
  } finally {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
    session.disconnect();
  }
}
