// The files for Grafana in deploy/grafana: every request of the dashboards is answered, and has the columns that
// the panels read.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { AREAS } from '#core/market/areas';
import { type Answer, sequence } from '../../../../harness/world/world.ts';
import { askAsGrafana, basic, openPrometheusWorld, PATH } from './prometheus-world.ts';

const FOLDER = new URL('../../../../deploy/grafana/', import.meta.url);
const FROM = '2024-05-10T00:00:00.000Z';
const TO = '2024-05-24T23:59:59.999Z';

interface Target {
  readonly datasource: { readonly uid: string };
  readonly url: string;
  readonly type: 'csv' | 'json';
  readonly root_selector: string;
  readonly columns: readonly { selector: string; text: string; type: string }[];
  readonly expr: string;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | { readonly query: string };
  readonly current: { readonly value: string | readonly string[] };
}

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly Target[];
    readonly fieldConfig: {
      readonly overrides: readonly { readonly matcher: { readonly options: string } }[];
    };
  }[];
  readonly templating: { readonly list: readonly Variable[] };
}

const world = await openPrometheusWorld();
for (const category of ['hrcons', 'hrproduction'])
  await world.load({
    ...{ code: `de${category}`, area: 'DE', category, unit: 'MWh' },
    from: '2024-05-16T22:00:00Z',
    values: sequence(12),
  });
for (const category of ['hrprice', 'hrcons', 'hrproduction']) await writeBandedRun(`de${category}`);

await world.store.write((writer) =>
  writer.putExpectation({
    ...{ pattern: '*hrprice', source: '', expect: 'within PT1H' },
    since: world.now,
  }),
);

async function writeBandedRun(code: string): Promise<void> {
  await world.store.write(async (writer) => {
    const { key } = (await writer.findSeries(code))!;
    const at = Date.parse('2024-05-17T09:00:00Z');
    const firstIndex = world.gridOf('hour').indexOf(Date.parse('2024-05-17T22:00:00Z'));
    const values = Float64Array.of(1, 2, 3);
    const run = { analyzedAt: at, updatedAt: at, firstIndex, values, source: 'gridtide' };
    const band = { level: 80, lower: values.map((v) => v - 1), upper: values.map((v) => v + 1) };
    await writer.writeRun(key, run, world.now, undefined, [band]);
  });
}

const names = (await readdir(new URL('dashboards/', FOLDER))).sort();
const dashboards = new Map<string, Dashboard>();
for (const name of names)
  dashboards.set(name, JSON.parse(await readFile(new URL(`dashboards/${name}`, FOLDER), 'utf8')));

/** Fills in Grafana's variables as it does: a list becomes alternatives. */
function fillIn(text: string, { templating }: Dashboard): string {
  let filled = text.replace(/\$\{__(from|to):date:iso\}/g, (_, end) =>
    end === 'from' ? FROM : TO,
  );
  for (const { name, current } of templating.list) {
    const { value } = current;
    const chosen = typeof value === 'string' ? value : `(${value.join('|')})`;
    filled = filled.replaceAll(`\${${name}}`, chosen).replaceAll(`$${name}`, chosen);
  }
  assert.doesNotMatch(filled, /\$/);
  return filled;
}

/** Reads a path such as `bands.0.lower`. */
const valueAt = (row: unknown, selector: string): unknown =>
  selector.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], row);

function rowsOf({ type, root_selector: root }: Target, { text, body }: Answer): unknown[] {
  if (type === 'json') return valueAt(body, root) as unknown[];
  const [head = '', ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(head.split(',').map((name, i) => [name, cells[i]]));
  });
}

async function assertShows(target: Target, dashboard: Dashboard): Promise<void> {
  const url = fillIn(target.url, dashboard);
  const answer = await world.get(url);
  assert.equal(answer.status, 200, `${url}: ${answer.text}`);
  const rows = rowsOf(target, answer);
  assert.ok(rows.length > 0, url);
  for (const { selector, type } of target.columns) {
    const value = rows
      .map((row) => valueAt(row, selector))
      .find((one) => one !== null && one !== '');
    if (value === undefined && selector.endsWith('Since')) continue;
    assert.notEqual(value, undefined, `${url}: ${selector}`);
    if (value === null) continue;
    if (type === 'timestamp') assert.ok(Date.parse(String(value)) > 0, `${selector} ${value}`);
    if (type === 'number') assert.ok(Number.isFinite(Number(value)), `${selector} ${value}`);
  }
}

describe('the files for Grafana', () => {
  it('the folder has two dashboards, of one data source each', () => {
    assert.deepEqual(
      names.map((name) => [name, dashboards.get(name)!.uid]),
      [
        ['areas.json', 'gridtide-promql'],
        ['market.json', 'gridtide-market'],
      ],
    );
  });

  for (const [name, dashboard] of dashboards) {
    for (const { title, targets, fieldConfig } of dashboard.panels) {
      it(`the panel ${title} of ${name} gets its values`, async () => {
        for (const target of targets) {
          if (target.datasource.uid === 'gridtide-infinity') await assertShows(target, dashboard);
          else await assertFound(fillIn(target.expr, dashboard));
        }
        const texts = targets.flatMap(({ columns = [] }) => columns.map(({ text }) => text));
        for (const { matcher } of fieldConfig.overrides)
          assert.ok(texts.includes(matcher.options), matcher.options);
      });
    }
  }

  it('the variables offer areas that exist', async () => {
    const [area] = dashboards.get('market.json')!.templating.list;
    assert.deepEqual(
      String(area!.query).split(','),
      AREAS.map(({ code }) => code),
    );
    const [chosen] = dashboards.get('areas.json')!.templating.list;
    const { query } = chosen!.query as { query: string };
    const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(query)!;
    const { body } = await world.get(`${PATH}/label/${label}/values?match[]=${metric}`);
    for (const code of chosen!.current.value) assert.ok(body.data.includes(code), code);
  });

  it('the data sources are those of the dashboards, with addresses and keys from the environment', async () => {
    const yaml = await readFile(new URL('provisioning/datasources/gridtide.yaml', FOLDER), 'utf8');
    const uids = [...yaml.matchAll(/^ {4}uid: (\S+)$/gm)].map(([, uid]) => uid);
    assert.deepEqual(uids, ['gridtide-infinity', 'gridtide-prometheus']);
    const used = [...dashboards.values()].flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.map(({ datasource }) => datasource.uid)),
    );
    assert.deepEqual([...new Set(used)].sort(), uids);
    assert.doesNotMatch(yaml, /gt[tko]_\w{10}/);
    for (const variable of ['GRIDTIDE_URL', 'GRIDTIDE_USER', 'GRIDTIDE_KEY'])
      assert.ok(yaml.includes(`\${${variable}}`), variable);
    const health = await world.raw({
      method: 'GET',
      url: '/prometheus/api/v1/status/buildinfo',
      headers: { authorization: await basic(world) },
    });
    assert.equal(health.status, 200);
  });
});

async function assertFound(query: string): Promise<void> {
  const [start, end] = [FROM, TO].map((time) => String(Date.parse(time) / 1000));
  const fields = { query, start: start!, end: end!, step: '3600' };
  const { status, body, text } = await askAsGrafana(world, 'query_range', fields);
  assert.equal(status, 200, text);
  assert.ok(body.data.result.length > 0, query);
}
