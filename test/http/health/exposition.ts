// Reads Prometheus text, and finds what `promtool check metrics` would complain about.

export interface ExposedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: { readonly name: string; readonly labels: string; readonly value: number }[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})? ([-+\d.e]+|NaN|[+-]Inf)$/i;
const LABELS = /^(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"(?:,|$))*$/;

/** Parses the text; throws if a line is not as the format asks for. */
export function readExposition(text: string): Map<string, ExposedMetric> {
  const metrics = new Map<string, ExposedMetric>();
  let current: ExposedMetric | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, help, words] = /^# HELP (\S+) (.+)$/.exec(line) ?? [];
    if (help !== undefined) {
      if (metrics.has(help)) throw new Error(`${help} is there twice`);
      current = { name: help, help: words!, type: '', samples: [] };
      metrics.set(help, current);
      continue;
    }
    const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (typed !== undefined) {
      if (typed !== current?.name) throw new Error(`TYPE of ${typed} does not follow its HELP`);
      current = { ...current, type: type! };
      metrics.set(typed, current);
      continue;
    }
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || !LABELS.test(labels)) throw new Error(`not a sample: ${line}`);
    const isOwn = name === current?.name || isPartOf(name, current);
    if (!current || !isOwn) throw new Error(`${name} is not below its own HELP`);
    current.samples.push({ name, labels, value: Number(value!.replace('Inf', 'Infinity')) });
  }
  return metrics;
}

const isPartOf = (name: string, metric: ExposedMetric | undefined): boolean =>
  metric !== undefined &&
  ['histogram', 'summary'].includes(metric.type) &&
  ['_bucket', '_sum', '_count'].some((suffix) => name === metric.name + suffix);

// The rules of promtool's linter (client_golang, promlint).
const UNITS =
  /_(?:(?:milli|micro|nano)seconds|ms|minutes|hours|days|weeks|(?:kilo|mega|giga)bytes|[kmg]b)(?:_|$)/;

export function lintMetric({ name, help, type, samples }: ExposedMetric): string[] {
  const faults: string[] = [];
  if (help.trim() === '') faults.push('no help text');
  if (type === '') faults.push('no type');
  if (type === 'counter' && !name.endsWith('_total')) faults.push('a counter ends with _total');
  if (type !== 'counter' && name.endsWith('_total')) faults.push('only a counter ends with _total');
  if (/_(?:count|sum|bucket)$/.test(name)) faults.push('the ending belongs to histograms');
  if (/[A-Z:]/.test(name)) faults.push('a name is in snake_case');
  if (new RegExp(`_(?:${type})(?:_|$)`).test(name)) faults.push('a name has no type in it');
  if (UNITS.test(name)) faults.push('not a base unit');
  const keys = samples.map((sample) => `${sample.name}{${sample.labels}}`);
  if (new Set(keys).size !== keys.length) faults.push('a sample is there twice');
  return faults.map((fault) => `${name}: ${fault}`);
}
