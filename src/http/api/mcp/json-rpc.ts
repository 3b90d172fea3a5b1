// Messages of JSON-RPC 2.0: what was sent, and what is answered.

export type RequestId = string | number;

/** A message with an id is a request, one without a notification, one without a method a response. */
export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

export const CODES = {
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Headers that do not say what the body says. */
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error of the protocol, with the HTTP status that goes with it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 400, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** Whether an id may be answered to. MCP allows no null. */
export const isRequestId = (id: unknown): id is RequestId =>
  typeof id === 'string' || Number.isInteger(id);

export const resultOf = (id: RequestId, result: object) => ({ jsonrpc: '2.0', id, result });

export function errorOf(id: RequestId | undefined, { code, message, data }: RpcError) {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error };
}

/** The parameters of a message; an empty object if it has none. */
export function paramsOf({ params }: Message): Readonly<Record<string, unknown>> {
  if (params === undefined) return {};
  if (typeof params === 'object' && params !== null && !Array.isArray(params))
    return params as Record<string, unknown>;
  throw new RpcError(CODES.invalidParams, 'params must be an object');
}
