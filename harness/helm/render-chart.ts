// Renders the chart as Helm does, for the few functions that it uses.

import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Expression, type Node, parseTemplate } from './parse-template.ts';

type Data = Readonly<Record<string, unknown>>;

interface Scope {
  readonly root: Data;
  readonly dot: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly templates: ReadonlyMap<string, readonly Node[]>;
}

/** What Go takes as false: nothing, zero, and what is empty. */
const isTrue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== '' && value !== 0 && value !== false;

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

const indent = (count: number, text: string): string => text.replace(/^/gm, ' '.repeat(count));

const FUNCTIONS: Readonly<Record<string, (...args: readonly never[]) => unknown>> = {
  not: (value: unknown) => !isTrue(value),
  default: (fallback: unknown, value: unknown) => (isTrue(value) ? value : fallback),
  quote: (value: unknown) => JSON.stringify(textOf(value)),
  nindent: (count: number, text: string) => `\n${indent(count, text)}`,
  toYaml: (value: unknown) => stringify(value, { lineWidth: 0 }).trimEnd(),
  printf: (format: string, ...values: unknown[]) =>
    format.replace(/%s/g, () => textOf(values.shift())),
};

function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      if (!scope.variables.has(expression.name)) throw new Error(`unknown: ${expression.name}`);
      return scope.variables.get(expression.name);
    case 'field':
      return expression.path.reduce<unknown>(
        (value, name) => {
          // Helm gives nothing for a name that does not exist. Here it is a slip of the chart.
          if (!Object.hasOwn(value as object, name))
            throw new Error(`unknown: .${expression.path.join('.')}`);
          return (value as Data)[name];
        },
        expression.fromRoot ? scope.root : scope.dot,
      );
    case 'call': {
      const args = expression.args.map((arg) => evaluate(arg, scope));
      if (expression.name === 'include') return include(args, scope);
      const work = FUNCTIONS[expression.name];
      if (!work) throw new Error(`the function ${expression.name} is not understood here`);
      return work(...(args as never[]));
    }
  }
}

function include([name, dot]: readonly unknown[], scope: Scope): string {
  const nodes = scope.templates.get(String(name));
  if (!nodes) throw new Error(`no template is named ${name}`);
  return render(nodes, { ...scope, root: dot as Data, dot, variables: new Map() });
}

function render(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => renderNode(node, scope)).join('');
}

function renderNode(node: Node, scope: Scope): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'define':
      return '';
    case 'output':
      return textOf(evaluate(node.value, scope));
    case 'if':
    case 'with': {
      const value = evaluate(node.value, scope);
      const inner = node.kind === 'with' ? { ...scope, dot: value } : scope;
      return isTrue(value) ? render(node.body, inner) : render(node.otherwise, scope);
    }
    case 'range':
      return renderRange(node, scope);
  }
}

function renderRange({ names, value, body }: Node & { kind: 'range' }, scope: Scope): string {
  const found = (evaluate(value, scope) ?? {}) as Data;
  // Go goes through a map in the order of its keys.
  const entries = Array.isArray(found)
    ? [...found.entries()]
    : Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([key, one]) => {
      const given = names.length === 1 ? [one] : [key, one];
      const variables = new Map([
        ...scope.variables,
        ...names.map((name, i) => [name, given[i]] as const),
      ]);
      return render(body, { ...scope, dot: one, variables });
    })
    .join('');
}

/** Puts values into others, as `helm --values` does. */
function merge(base: unknown, more: unknown): unknown {
  const isMap = (one: unknown): one is Data =>
    typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isMap(base) || !isMap(more)) return more === undefined ? base : more;
  const names = new Set([...Object.keys(base), ...Object.keys(more)]);
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], more[name])]));
}

/** A Kubernetes object. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the object should hold
export type Manifest = any;

/** The objects that the chart makes of these values, and the text of its notes. */
export function renderChart(
  folder: URL,
  values: Data = {},
): { readonly manifests: Manifest[]; readonly notes: string } {
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const chart = parse(read('Chart.yaml'));
  const root = {
    Values: merge(parse(read('values.yaml')), values) as Data,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'grid', Namespace: 'energy', Service: 'Helm' },
  };
  const names = readdirSync(new URL('templates/', folder)).sort();
  const files = new Map(names.map((name) => [name, parseTemplate(read(`templates/${name}`))]));
  const templates = new Map<string, readonly Node[]>();
  for (const node of [...files.values()].flat())
    if (node.kind === 'define') templates.set(node.name, node.body);
  const scope = { root, dot: root, variables: new Map(), templates };
  const texts = names.map((name) => [name, render(files.get(name)!, scope)] as const);
  const manifests = texts
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([name, text]) => readManifests(name, text));
  return { manifests, notes: texts.find(([name]) => name === 'NOTES.txt')![1] };
}

function readManifests(name: string, text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) throw new Error(`${name}: ${fault.message}\n${text}`);
    const manifest = document.toJS();
    return manifest === null ? [] : [manifest];
  });
}
