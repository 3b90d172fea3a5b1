// A world for tests of the Prometheus-compatible interface, and requests as Grafana sends them.

import { after } from 'node:test';
import { type Answer, sequence, World } from '../../../../harness/world/world.ts';

export const PATH = '/prometheus/api/v1';
export const NOW = '2024-05-17T10:00:00Z';
/** Midnight of 17 May in Berlin. */
export const MIDNIGHT = Date.parse('2024-05-16T22:00:00Z') / 1000;
export const HOUR = 3_600;

/** Observed prices of 17 May, runs of two sources for the days after, and series of other kinds. */
export async function openPrometheusWorld(): Promise<World> {
  const world = await World.open({ after }, { now: NOW });
  for (const [code, area] of [
    ['dehrprice', 'DE'],
    ['frhrprice', 'FR'],
  ] as const) {
    const price = { code, area, category: 'hrprice' };
    await world.load({ ...price, from: '2024-05-16T22:00:00Z', values: sequence(24) });
  }
  await world.loadRun('dehrprice', '2024-05-16T06:00:00Z', '2024-05-16T22:00:00Z', [100, 101, 102]);
  await world.loadRun(
    'dehrprice',
    '2024-05-17T06:00:00Z',
    '2024-05-17T20:00:00Z',
    [50, 51, 52, 53],
  );
  await loadRunOf(world, 'elsewhere', '2024-05-17T05:00:00Z', [70, 71]);
  await world.load({
    ...{ code: 'dedayload', area: 'DE', category: 'day.load', unit: 'MWh', resolution: 'day' },
    from: '2024-03-29T23:00:00Z',
    values: [1, 2, 3],
  });
  await world.load({ code: 'plain', from: '2024-05-17T00:00:00Z', values: [1, null, 3] });
  return world;
}

async function loadRunOf(world: World, source: string, analyzed: string, values: number[]) {
  await world.store.write(async (writer) => {
    const series = (await writer.findSeries('dehrprice'))!;
    const firstIndex = world.gridOf('hour').indexOf(Date.parse('2024-05-17T22:00:00Z'));
    const at = Date.parse(analyzed);
    const times = { analyzedAt: at, updatedAt: at };
    const run = { ...times, firstIndex, values: Float64Array.from(values), source };
    await writer.writeRun(series.key, run, world.now);
  });
}

/** A request as Grafana's server sends it: a form, and a key in a Basic header. */
export async function askAsGrafana(
  world: World,
  path: string,
  fields: Readonly<Record<string, string>>,
  credentials?: string,
): Promise<Answer> {
  return world.raw({
    method: 'POST',
    url: `${PATH}/${path}`,
    headers: {
      ...{ 'user-agent': 'Grafana/12.1.0', 'content-type': 'application/x-www-form-urlencoded' },
      authorization: credentials ?? (await basic(world)),
      'x-datasource-uid': 'gridtide-prometheus',
      'x-grafana-org-id': '1',
      'accept-encoding': 'gzip',
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

export const basicHeader = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;

const keys = new WeakMap<World, Promise<string>>();

/** A Basic header with a key of the trader. */
export async function basic(world: World): Promise<string> {
  const key = keys.get(world) ?? world.key('trader', 'grafana');
  keys.set(world, key);
  return basicHeader('trader', await key);
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: [number, string];
  readonly values?: [number, string][];
}

/** Asks for steps from midnight on, as Grafana does; returns the result by labels. */
export async function rangeOf(
  world: World,
  query: string,
  {
    from = MIDNIGHT,
    hours = 24,
    step = HOUR,
  }: { from?: number; hours?: number; step?: number } = {},
): Promise<Map<string, [number, string][]>> {
  const end = String(from + (hours - 1) * HOUR);
  const fields = { end, query, start: String(from), step: String(step) };
  const { body, text, status } = await askAsGrafana(world, 'query_range', fields);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return new Map(body.data.result.map(({ metric, values }: Sample) => [nameOf(metric), values]));
}

/** `hrprice dehrprice gridtide 1d` */
export const nameOf = ({ __name__: name, series, source, lead }: Sample['metric']): string =>
  [name, series, source, lead].filter(Boolean).join(' ');
