// An operation as a request that runs: its address, and the whole request as a curl command. Pure.

import type { Field, ReferenceOperation } from '#explorer/pages/reference/read-openapi.ts';

/** Values of path and query parameters by name. Empty ones are not sent. */
export type ParameterValues = Readonly<Record<string, string>>;

/**
 * The optional fields that an example shows. All of them at once would make an odd request, such as one
 * with a date long past. An operation that is not listed shows only the fields it requires.
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  '/api/operator/series/{code}': ['description', 'unit', 'resolution'],
  '/api/operator/series/{code}/rule': ['minimum', 'maximum'],
  '/api/operator/series/{code}/values': ['start', 'values'],
  '/api/operator/held/accept': ['all'],
  '/api/operator/held/reject': ['all'],
  '/api/operator/users/{name}': ['disabled'],
  '/api/fundamental/meta/all': ['Prefix'],
  '/api/fundamental/series': ['FromDateTime', 'ToDateTime', 'Resolution'],
  '/api/fundamental/series/multi': ['FromDateTime', 'ToDateTime', 'Resolution'],
  '/api/v1/metadata': ['q', 'limit'],
  '/api/v1/metadata/series': ['q', 'limit'],
  '/api/v1/power-balance-forecast/short-term': ['balanceCategory'],
  '/api/v1/power-balance-forecast/short-term/multiseries': ['balanceCategory'],
  '/api/v1/power-balance-forecast/day-ahead': ['balanceCategory'],
  '/api/v1/power-balance-forecast/day-ahead/multiseries': ['balanceCategory'],
  '/api/v1/power-balance-forecast/issue-times': ['balanceCategory'],
  '/api/v1/series/{seriesId}': ['from', 'to', 'resolution'],
  '/api/operator/matches': ['series'],
  '/api/operator/series/{code}/rule/trial': ['minimum', 'maximum'],
  '/api/v1/forecasts/{seriesId}/sliced': ['from', 'to', 'daysAhead', 'issuedBefore'],
};

const isShown = ({ path }: ReferenceOperation, { name, isRequired }: Field): boolean =>
  isRequired || (SHOWN[path]?.includes(name) ?? false);

export const parametersOf = ({ fields }: ReferenceOperation): Field[] =>
  fields.filter(({ place }) => place !== 'body');

/** The parameters that an example starts with. */
export const exampleValues = (operation: ReferenceOperation): ParameterValues =>
  Object.fromEntries(
    parametersOf(operation).map((field) => [
      field.name,
      isShown(operation, field) ? String(field.example ?? '') : '',
    ]),
  );

/** The body that an example sends; undefined if the operation takes none. */
export function exampleBody(operation: ReferenceOperation): Record<string, unknown> | undefined {
  if (typeof operation.body !== 'object' || operation.body === null) return undefined;
  const fields = operation.fields.filter(
    (field) => field.place === 'body' && !field.name.includes('.') && isShown(operation, field),
  );
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]));
}

/** The path with values in place. */
function pathOf(operation: ReferenceOperation, values: ParameterValues): string {
  return parametersOf(operation)
    .filter(({ place }) => place === 'path')
    .reduce(
      (path, { name }) => path.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
      operation.path,
    );
}

/** The query as names and values, without empty ones. */
const queryOf = (operation: ReferenceOperation, values: ParameterValues): [string, string][] =>
  parametersOf(operation)
    .filter(({ place, name }) => place === 'query' && (values[name] ?? '') !== '')
    .map(({ name }) => [name, values[name]!]);

/** Path and query with values in place. */
export function addressOf(operation: ReferenceOperation, values: ParameterValues): string {
  const path = pathOf(operation, values);
  const query = new URLSearchParams(queryOf(operation, values)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A command for a shell with the token in TOKEN. Every part of a query has its own line. */
export function curlOf(
  operation: ReferenceOperation,
  values: ParameterValues,
  origin: string,
): string {
  const { method, caller } = operation;
  const query = queryOf(operation, values);
  const body = exampleBody(operation);
  const isPlain = method === 'GET' || method === 'POST';
  const start = ['curl -sS', query.length > 0 ? '--get' : '', isPlain ? '' : `-X ${method}`];
  const parts = [
    [...start.filter(Boolean), quote(origin + pathOf(operation, values))].join(' '),
    ...query.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
    ...(caller === 'token' || caller === 'body' ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d ${quote(JSON.stringify(body))}`] : []),
  ];
  return parts.join(' \\\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
