// The parts of the OpenAPI document that tests read.

import type { RefusalCode } from '#core/refusal-table';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly patternProperties?: Record<string, Schema>;
  readonly examples?: readonly unknown[];
  readonly nullable?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly description?: string;
}

export interface Content {
  readonly description: string;
  readonly content?: Record<string, { readonly schema: Schema }>;
}

export interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Record<string, Content>;
  readonly security?: readonly Record<string, readonly string[]>[];
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly securitySchemes: Record<string, unknown> };
  readonly paths: Record<string, Record<string, Operation>>;
}

export interface DocumentedOperation {
  readonly path: string;
  /** The method in upper case. */
  readonly method: string;
  readonly operation: Operation;
}

export const operationsOf = ({ paths }: OpenApiDocument): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );

/** The codes that an operation names for a status. */
export const codesOf = ({ responses }: Operation, status: number): RefusalCode[] =>
  [...(responses[status]?.description ?? '').matchAll(/\b([a-z_]+): /g)].map(
    (match) => match[1] as RefusalCode,
  );
