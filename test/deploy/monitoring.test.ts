// The dashboard of the server and the alert rules: every metric and label that they name exists in /metrics.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { findProgram, skipWithout } from '../../harness/find-program.ts';
import { until } from '../../harness/lifetime.ts';
import { World } from '../../harness/world/world.ts';
import { type ExposedMetric, readExposition } from '../http/health/exposition.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');

/** Labels that Prometheus adds, or that several workers or a histogram have. */
const COMMON = ['job', 'instance', 'worker', 'le'];
const WORDS = new Set(
  'sum min max count topk by rate increase time histogram_quantile label_values up'.split(' '),
);

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const groups: { name: string; rules: Rule[] }[] = parse(
  read('deploy/prometheus/alerts.yaml'),
).groups;
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly gridPos: { x: number; y: number; w: number; h: number };
  readonly targets: readonly { expr: string; legendFormat: string }[];
}

const dashboard: {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; definition?: string }[] };
} = JSON.parse(read('deploy/grafana/operations/server.json'));

/** The labels of each metric, by the table of docs/reference/metrics.md, which a test compares with the source. */
const documented = new Map(
  [...read('docs/reference/metrics.md').matchAll(/^\| `(gridtide_\w+)` \|([^|]*)\|/gm)].map(
    ([, name, labels]) =>
      [name!, [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!)] as const,
  ),
);

const expressions = new Map([
  ...rules.map(({ alert, expr }) => [`the alert ${alert}`, { expr, shown: '' }] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(
      ({ expr, legendFormat }, i) =>
        [`the panel ${title} (${i})`, { expr, shown: legendFormat }] as const,
    ),
  ),
]);

interface Named {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/** The metrics and labels of an expression; every other word must be known. */
function readExpression(text: string): Named {
  const expression = text.replace(/\$__rate_interval/g, '5m').replace(/"[^"]*"/g, '""');
  const labels = [
    ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(
      ([, inside]) => inside!.match(/\w+(?=\s*[=!]~?)/g) ?? [],
    ),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => inside!.split(/,\s*/)),
  ];
  const rest = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ');
  const words = rest.match(/[a-z_]\w*/g) ?? [];
  return { metrics: words.filter((word) => !WORDS.has(word)), labels };
}

const baseOf = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

describe('the dashboard and the alerts of the server', async () => {
  const world = await World.open(
    { after },
    { now: '2024-05-17T10:00:00Z', metricsAccess: { kind: 'public' } },
  );
  await world.get('/api/v1/metadata', null);
  // Delays of the event loop are told only after some were measured.
  const text = await until(async () => {
    const answer = await world.get('/metrics', null);
    return answer.text.includes('nodejs_eventloop_lag_p99_seconds') ? answer.text : undefined;
  });
  const exposed: ReadonlyMap<string, ExposedMetric> = readExposition(text);

  const labelsOf = (name: string): readonly string[] => {
    const metric = exposed.get(name) ?? exposed.get(baseOf(name));
    const own = metric?.samples.flatMap(({ labels }) =>
      [...labels.matchAll(/(\w+)="/g)].map(([, one]) => one!),
    );
    return [...(own ?? []), ...(documented.get(name) ?? documented.get(baseOf(name)) ?? [])];
  };

  for (const [panel, { expr, shown }] of expressions) {
    it(`${panel} asks for metrics and labels that the server has`, () => {
      const { metrics, labels } = readExpression(expr);
      // Some exist only with PostgreSQL, forecasts or collecting; then the page of metrics has them.
      const unknown = metrics.filter(
        (name) => ![name, baseOf(name)].some((one) => exposed.has(one) || documented.has(one)),
      );
      assert.deepEqual(unknown, []);
      if (!/\bup\{/.test(expr)) assert.ok(metrics.length > 0, expr);
      const known = new Set([...COMMON, ...metrics.flatMap(labelsOf)]);
      const used = [...labels, ...[...shown.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)];
      assert.deepEqual(
        used.filter((label) => !known.has(label)),
        [],
      );
      assert.equal(expr.split('(').length, expr.split(')').length, 'every bracket is closed');
    });
  }

  it('a rate is taken of counters and histograms alone', () => {
    for (const [panel, { expr }] of expressions) {
      for (const [, name = ''] of expr.matchAll(/(?:rate|increase)\((\w+)/g))
        assert.match(name, /_(?:total|bucket|sum|count)$/, panel);
    }
  });

  it('the dashboard and the alerts leave out no metric that the page of metrics says to watch', () => {
    const watched = read('docs/reference/metrics.md').split('## What to watch')[1]!;
    const names = new Set(watched.match(/gridtide_\w+/g));
    const alerted = new Set(rules.flatMap(({ expr }) => readExpression(expr).metrics.map(baseOf)));
    assert.deepEqual(
      [...names].filter((name) => !alerted.has(name)),
      [],
    );
  });

  it('each metric of the product is on the dashboard or in an alert', () => {
    const shown = new Set(
      [...expressions.values()].flatMap(({ expr }) => readExpression(expr).metrics.map(baseOf)),
    );
    const left = [...documented.keys()].filter((name) => !shown.has(name));
    assert.deepEqual(left.sort(), [
      'gridtide_collect_last_success_timestamp_seconds',
      'gridtide_forecast_last_success_timestamp_seconds',
      'gridtide_webhook_last_success_timestamp_seconds',
    ]);
  });

  it('each alert has a name of its own, a severity and two sentences', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, labels, annotations, for: wait } of rules) {
      assert.match(alert, /^Gridtide[A-Z]\w+$/);
      assert.ok(['info', 'warning', 'critical'].includes(labels.severity), alert);
      for (const sentence of [annotations.summary, annotations.description])
        assert.match(sentence, /\.$/, alert);
      if (wait !== undefined) assert.match(wait, /^\d+[mh]$/);
    }
  });

  it('the panels of the dashboard fill rows without lying on each other', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    assert.equal(new Set(cells).size, cells.length);
    assert.ok(cells.every((cell) => Number(cell.split(' ')[0]) < 24));
    assert.ok(dashboard.panels.every(({ description }) => description.endsWith('.')));
  });

  it('promtool has nothing to say about the files', { skip: skipWithout('promtool') }, () => {
    const file = (name: string): string =>
      fileURLToPath(new URL(`deploy/prometheus/${name}`, ROOT));
    execFileSync(findProgram('promtool')!, ['check', 'rules', file('alerts.yaml')]);
    execFileSync(findProgram('promtool')!, [
      'check',
      'config',
      '--syntax-only',
      file('prometheus.yml'),
    ]);
  });
});
