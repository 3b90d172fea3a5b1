// The OpenAPI document as the page shows it: groups of operations, each with its fields, an example
// of the answer, and every way it can be refused. Pure.

import {
  describeType,
  exampleOf,
  resolveSchema,
} from '#explorer/pages/reference/example-of-schema.ts';
import type {
  Content,
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
} from '#explorer/pages/reference/openapi-document.ts';

/** Who may call an operation. `list` is open unless the operator closes it; `body` accepts UserInfo too. */
export type Caller = 'anyone' | 'list' | 'token' | 'body';

/** A parameter, or a field of a body. A field within a field is named `UserInfo.Token`. */
export interface Field {
  readonly name: string;
  readonly part: 'path' | 'query' | 'body';
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
  readonly example: unknown;
}

export interface AnswerExample {
  readonly contentType: string;
  readonly text: string;
}

export interface RefusalGroup {
  readonly status: number;
  readonly codes: readonly { readonly code: string; readonly title: string }[];
}

export interface ReferenceOperation {
  /** The anchor in the page's address. */
  readonly id: string;
  /** Upper-case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly caller: Caller;
  readonly fields: readonly Field[];
  /** An example of the whole body; undefined if none is sent. */
  readonly body: unknown;
  readonly answers: readonly AnswerExample[];
  readonly refusals: readonly RefusalGroup[];
}

export interface ReferenceGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
}

export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly groups: readonly ReferenceGroup[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_TYPE = 'application/json';

export function readOpenApi(document: OpenApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation
        ? [{ tag: operation.tags?.[0] ?? '', ...readOperation(method, path, operation, document) }]
        : [];
    }),
  );
  const described = document.tags ?? [];
  const undescribed = operations
    .map(({ tag }) => tag)
    .filter((tag) => !described.some(({ name }) => name === tag));
  const tags = [
    ...described,
    ...[...new Set(undescribed)].map((name) => ({ name, description: '' })),
  ];
  const groups = tags.map(({ name, description }) => ({
    id: anchorOf(name === '' ? 'other' : name),
    name: name === '' ? 'Other' : name,
    description: description ?? '',
    operations: operations.filter(({ tag }) => tag === name),
  }));
  const { title, version, description = '' } = document.info;
  return { title, version, description, groups: groups.filter((group) => group.operations.length) };
}

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function readOperation(
  method: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): ReferenceOperation {
  const bodySchema = schemaOf(operation.requestBody);
  const bodyFields = bodySchema ? fieldsOf(bodySchema, document) : [];
  return {
    id: anchorOf(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    caller: callerOf(operation, bodyFields),
    fields: [...parameterFields(operation, document), ...bodyFields],
    body: bodySchema && exampleOf(bodySchema, document),
    answers: answersOf(operation, document),
    refusals: refusalsOf(operation),
  };
}

const schemaOf = (content: Content | undefined): Schema | undefined =>
  content?.content?.[JSON_TYPE]?.schema;

/** Reads the caller. Optional security (`[{}, …]`) means that UserInfo of the body may have the token. */
function callerOf({ security = [] }: Operation, bodyFields: readonly Field[]): Caller {
  if (security.length === 0) return 'anyone';
  const isOptional = security.some((way) => Object.keys(way).length === 0);
  if (!isOptional) return 'token';
  return bodyFields.some(({ name }) => name === 'UserInfo') ? 'body' : 'list';
}

/** The parameters in the order of an address: path, then query. */
function parameterFields({ parameters = [] }: Operation, document: OpenApiDocument): Field[] {
  const fields = parameters.map((parameter) => fieldOf(parameter, document));
  const isInPath = ({ part }: Field): boolean => part === 'path';
  return [...fields.filter(isInPath), ...fields.filter((field) => !isInPath(field))];
}

function fieldOf(parameter: Parameter, document: OpenApiDocument): Field {
  const { name, required = false, description, schema = {}, example } = parameter;
  return {
    name,
    part: parameter.in === 'path' ? 'path' : 'query',
    type: describeType(schema, document),
    isRequired: required,
    meaning: description ?? schema.description ?? '',
    example: example ?? exampleOf(schema, document),
  };
}

/** The fields of a body, each followed by the fields within it. */
function fieldsOf(schema: Schema, document: OpenApiDocument, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolveSchema(schema, document);
  return Object.entries(properties).flatMap(([name, property]) => {
    const resolved = resolveSchema(property, document);
    const field: Field = {
      name: `${prefix}${name}`,
      part: 'body',
      type: describeType(resolved, document),
      isRequired: required.includes(name),
      meaning: resolved.description ?? '',
      example: resolved.properties ? undefined : exampleOf(resolved, document),
    };
    return [field, ...(resolved.properties ? fieldsOf(resolved, document, `${field.name}.`) : [])];
  });
}

function answersOf({ responses = {} }: Operation, document: OpenApiDocument): AnswerExample[] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return Object.entries(success?.content ?? {}).map(([contentType, { schema = {} }]) => {
    const example = exampleOf(schema, document);
    const isText = contentType !== JSON_TYPE && typeof example === 'string';
    return { contentType, text: isText ? example : JSON.stringify(example, null, 2) };
  });
}

/** Reads refusals, which are described as `code: Title. code: Title.` (src/http/openapi/documented.ts). */
function refusalsOf({ responses = {} }: Operation): RefusalGroup[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description = '' }]) => ({
      status: Number(status),
      codes: [...description.matchAll(/\b([a-z_]+): ([^.]+)\./g)].map(([, code, title]) => ({
        code: code!,
        title: title!,
      })),
    }));
}

/** Whether an operation has every word in its path, summary, description or fields. */
export function matchesWords(operation: ReferenceOperation, text: string): boolean {
  const { method, path, summary, description, fields } = operation;
  const names = fields.map(({ name }) => name).join(' ');
  const whole = `${method} ${path} ${summary} ${description} ${names}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
