// An operation as a request that runs: its address, its body, and whether it can be tried. Pure.

import type { Field, ReferenceOperation } from '#explorer/pages/reference/read-openapi.ts';
import type { WrittenRequest } from '#explorer/pages/reference/request-text.ts';

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
  '/api/operator/forecast-targets/{name}': ['target'],
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
  '/api/v1/changes': ['after'],
  '/api/v1/changes/stream': ['after', 'wait'],
  '/api/operator/matches': ['series'],
  '/api/operator/series/{code}/rule/trial': ['minimum', 'maximum'],
  '/mcp': ['jsonrpc', 'id', 'method', 'params'],
  '/api/v1/forecasts/{seriesId}/sliced': ['from', 'to', 'daysAhead', 'issuedBefore'],
};

const isShown = ({ path }: ReferenceOperation, { name, isRequired }: Field): boolean =>
  isRequired || (SHOWN[path]?.includes(name) ?? false);

export const parametersOf = ({ fields }: ReferenceOperation): Field[] =>
  fields.filter(({ part }) => part !== 'body');

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
    (field) => field.part === 'body' && !field.name.includes('.') && isShown(operation, field),
  );
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]));
}

/** The path with its values. */
function pathOf(operation: ReferenceOperation, values: ParameterValues): string {
  return parametersOf(operation)
    .filter(({ part }) => part === 'path')
    .reduce(
      (path, { name }) => path.replace(`{${name}}`, encodeURIComponent(values[name] ?? '')),
      operation.path,
    );
}

/** The query as names and values, without empty ones. */
const queryOf = (operation: ReferenceOperation, values: ParameterValues): [string, string][] =>
  parametersOf(operation)
    .filter(({ part, name }) => part === 'query' && (values[name] ?? '') !== '')
    .map(({ name }) => [name, values[name]!]);

/** Path and query with their values. */
export function addressOf(operation: ReferenceOperation, values: ParameterValues): string {
  const path = pathOf(operation, values);
  const query = new URLSearchParams(queryOf(operation, values)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The request of an operation, for writing it in any language. */
export function requestOf(
  operation: ReferenceOperation,
  values: ParameterValues,
  body: unknown,
  origin: string,
): WrittenRequest {
  const { method, caller, answers } = operation;
  return {
    method,
    origin,
    path: pathOf(operation, values),
    query: queryOf(operation, values),
    body,
    needsToken: caller === 'token' || caller === 'body',
    isJson: answers[0]?.contentType === 'application/json',
  };
}

/** Whether an operation changes nothing, so that it can be tried. The fundamental interface reads by POST. */
export const isRead = ({ method, path }: ReferenceOperation): boolean =>
  method === 'GET' || (method === 'POST' && path.startsWith('/api/fundamental/'));
