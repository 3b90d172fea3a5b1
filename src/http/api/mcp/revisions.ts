// The revisions of the Model Context Protocol: 2026-07-28, whose requests say everything themselves, and three
// before it that begin with a handshake. Which one a request speaks is told by the request alone.

import type { IncomingHttpHeaders } from 'node:http';
import { quoteGiven } from '#core/nearest';
import { CODES, type Message, paramsOf, RpcError } from '#http/api/mcp/json-rpc';

export const MODERN = '2026-07-28';
/** Revisions with a handshake, the newest first. */
export const LEGACY: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];
export const SUPPORTED: readonly string[] = [MODERN, ...LEGACY];
/** The only revision with batches. It knows no header that names it. */
export const WITH_BATCHES = '2025-03-26';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** The parameter whose value the header Mcp-Name repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const metaOf = (message: Message): Readonly<Record<string, unknown>> => {
  const { _meta: meta } = paramsOf(message);
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
};

/** Returns the revision of a request. Throws what the specification demands if it cannot be served. */
export function revisionOf(message: Message, headers: IncomingHttpHeaders): string {
  const named = headerOf(headers, 'mcp-protocol-version')?.trim();
  const meant = metaOf(message)[VERSION];
  if (message.method === 'initialize' && meant === undefined) return LEGACY[0]!;
  const isModern = meant !== undefined || named === MODERN || message.method === 'server/discover';
  if (!isModern) return legacyRevision(named);
  requireEqual('MCP-Protocol-Version', named, meant, VERSION);
  if (named !== MODERN) throw unsupported(named!);
  requireEqual('Mcp-Method', headerOf(headers, 'mcp-method'), message.method, 'method');
  const parameter = NAMED_BY[String(message.method)];
  if (parameter !== undefined) {
    const value = paramsOf(message)[parameter];
    requireEqual('Mcp-Name', decoded(headerOf(headers, 'mcp-name')), value, `params.${parameter}`);
  }
  const capabilities = metaOf(message)[CAPABILITIES];
  if (typeof capabilities === 'object' && capabilities !== null) return MODERN;
  throw new RpcError(CODES.invalidParams, `params._meta needs ${quoteGiven(CAPABILITIES)}`);
}

/** Returns the revision for a request without the header: the oldest, which did not know it. */
function legacyRevision(named: string | undefined): string {
  if (named === undefined || named === '') return WITH_BATCHES;
  if (LEGACY.includes(named)) return named;
  throw unsupported(named);
}

function unsupported(requested: string): RpcError {
  const message = `Unsupported protocol version ${quoteGiven(requested)}`;
  return new RpcError(CODES.unsupportedVersion, message, {
    data: { supported: SUPPORTED, requested: requested.slice(0, 60) },
  });
}

function requireEqual(
  header: string,
  given: string | undefined,
  meant: unknown,
  field: string,
): void {
  if (given !== undefined && given !== '' && given === meant) return;
  if (header === 'MCP-Protocol-Version' && meant === undefined && given !== undefined)
    throw new RpcError(CODES.invalidParams, `params._meta needs ${quoteGiven(field)}`);
  const problem =
    given === undefined || given === ''
      ? `the header ${header} is missing`
      : `the header ${header} is ${quoteGiven(given)}, but ${field} is ${quoteGiven(String(meant))}`;
  throw new RpcError(CODES.headerMismatch, `Header mismatch: ${problem}`);
}

/** Decodes `=?base64?…?=`, which values have that a header cannot carry. */
function decoded(header: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(header ?? '') ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}
