// What a tool of the interface for assistants is: its schemas, and the function that answers a call.

import type { Caller } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import type { ServiceContext } from '#service/context';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A JSON schema of an argument or of a result. */
export interface ToolSchema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ToolSchema>>;
  readonly required?: readonly string[];
  readonly items?: ToolSchema;
  readonly enum?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean;
}

/** A call: who asks for what, when, and by which address. */
export interface ToolCall {
  readonly args: ToolArguments;
  readonly caller: Caller;
  readonly now: Instant;
  readonly context: ServiceContext;
  /** The scheme and host of the server as the client names them. */
  readonly origin: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  call(asked: ToolCall): Promise<object>;
}

export const text = (description: string, ...examples: string[]): ToolSchema => ({
  type: 'string',
  description,
  ...(examples.length > 0 ? { examples } : {}),
});

export const whole = (description: string, minimum: number, maximum: number): ToolSchema => ({
  type: 'integer',
  description,
  minimum,
  maximum,
});

export const flag = (description: string): ToolSchema => ({ type: 'boolean', description });

export const listOf = (items: ToolSchema, description: string): ToolSchema => ({
  type: 'array',
  description,
  items,
});

/** The same that may be null. */
export const orNull = (schema: ToolSchema): ToolSchema => ({
  ...schema,
  type: [schema.type, 'null'].flat(),
});

/** An object of which some fields are needed. */
export const objectOf = (
  properties: Readonly<Record<string, ToolSchema>>,
  required: readonly string[] = Object.keys(properties),
): ToolSchema => ({ type: 'object', properties, required });

/** The arguments of a tool: no others are accepted. */
export const argumentsOf = (
  properties: Readonly<Record<string, ToolSchema>>,
  ...required: string[]
): ToolSchema => ({ ...objectOf(properties, required), additionalProperties: false });

export const AS_OF = text(
  'Answer with what was known then: a date, an instant or a keyword. Left out: now.',
  '2024-05-17T10:00:00Z',
  'yesterday',
);
export const SERIES_ID = text('Identifier of a series; find_series lists them', 'dehrprice');
const DATES =
  'a keyword (today-7, month-1, boy, first, last), a date, a month, a year or an instant';
export const FROM = text(
  `Start: ${DATES}, included. Left out: the first value`,
  'today-7',
  '2024-05',
);
export const TO = text(`End: ${DATES}, included. Left out: the last value or forecast`, 'tomorrow');
export const RESOLUTION = text(
  'hour, day, week, month, quarter, year, native, or a block of hours such as peak, offpeak, night. Left out: native',
  'day',
);
export const CURRENCY = text('Converts prices: EUR, NOK, SEK, DKK, GBP, CHF, PLN …', 'NOK');
