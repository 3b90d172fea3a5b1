// Answers messages of the Model Context Protocol. Nothing is remembered from one request to the next, so that any
// process answers any of them.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#accounts/authenticate';
import { didYouMean, quoteGiven } from '#core/nearest';
import { allowCoding } from '#http/answer/content-coding';
import { refusalOf, statusOf } from '#http/answer/problem';
import { AssistantAudit } from '#http/api/mcp/assistant-audit';
import { checkArguments } from '#http/api/mcp/check-arguments';
import {
  CODES,
  errorOf,
  isRequestId,
  type Message,
  paramsOf,
  type RequestId,
  RpcError,
  resultOf,
} from '#http/api/mcp/json-rpc';
import {
  LEGACY,
  MODERN,
  revisionOf,
  SERVER_INFO,
  SUPPORTED,
  WITH_BATCHES,
} from '#http/api/mcp/revisions';
import { INSTRUCTIONS, LISTED_TOOLS, TOOLS } from '#http/api/mcp/tools/tool-table';
import { clientHostOf, isSecure } from '#http/connection/client-origin';
import { callerOf } from '#http/request/request-facts';
import { takeAllowance } from '#http/request/request-rate';
import type { AboutParts, AccountParts, ConnectionParts } from '#http/request/server-parts';

export type McpParts = AboutParts & AccountParts & Pick<ConnectionParts, 'trustProxy' | 'logger'>;

/** The most messages of a batch. */
const MOST_MESSAGES = 20;
/** How long a client may keep what never changes while the server runs. */
const KEPT_MS = 3_600_000;
const CACHEABLE = { ttlMs: KEPT_MS, cacheScope: 'public' };

/** What one request knows. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly origin: string;
}

export class McpAnswers {
  readonly #parts: McpParts;
  readonly #count: (tool: string) => void;
  readonly audit: AssistantAudit;

  /** `count` counts a call of a tool. */
  constructor(parts: McpParts, count: (tool: string) => void) {
    this.#parts = parts;
    this.#count = count;
    this.audit = new AssistantAudit(parts.signIn.accounts);
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { trustProxy } = this.#parts;
    const scheme = isSecure(request.raw, trustProxy) ? 'https' : 'http';
    const origin = `${scheme}://${clientHostOf(request.raw, trustProxy)}`;
    const exchange = { request, caller: callerOf(request), origin };
    reply.header('cache-control', 'no-store');
    allowCoding(request, reply);
    try {
      const { body } = request;
      const answer = Array.isArray(body)
        ? await this.#answerBatch(body, exchange, reply)
        : await this.#answerOne(body as Message, exchange);
      // Nothing but notifications and responses: they get no answer.
      return answer === undefined ? reply.code(202).send() : reply.send(answer);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { id } = (request.body ?? {}) as Message;
      return reply.code(error.status).send(errorOf(isRequestId(id) ? id : undefined, error));
    }
  }

  async #answerBatch(
    messages: readonly unknown[],
    exchange: Exchange,
    reply: FastifyReply,
  ): Promise<object[] | undefined> {
    const { headers } = exchange.request;
    const named = headers['mcp-protocol-version'];
    if (named !== undefined && named !== WITH_BATCHES)
      throw new RpcError(CODES.invalidRequest, `only revision ${WITH_BATCHES} has batches`);
    if (messages.length === 0 || messages.length > MOST_MESSAGES)
      throw new RpcError(CODES.invalidRequest, `a batch has 1 to ${MOST_MESSAGES} messages`);
    // Each message is a request of the caller's plan; the first was counted already.
    for (const _ of messages.slice(1)) await takeAllowance(exchange.request, reply, this.#parts);
    const answers: object[] = [];
    for (const message of messages) {
      const answer = await this.#answerOfBatch(message, exchange);
      if (answer) answers.push(answer);
    }
    return answers.length > 0 ? answers : undefined;
  }

  async #answerOfBatch(given: unknown, exchange: Exchange): Promise<object | undefined> {
    const message = (typeof given === 'object' && given !== null ? given : {}) as Message;
    try {
      if (message.method === 'initialize')
        throw new RpcError(CODES.invalidRequest, 'initialize is not part of a batch');
      return await this.#answerOne(message, exchange);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return errorOf(isRequestId(message.id) ? message.id : undefined, error);
    }
  }

  async #answerOne(message: Message, exchange: Exchange): Promise<object | undefined> {
    const { id, method } = message;
    if (message.jsonrpc !== '2.0')
      throw new RpcError(CODES.invalidRequest, 'jsonrpc must be "2.0"');
    const isResponse = method === undefined && ('result' in message || 'error' in message);
    if (isResponse || (id === undefined && typeof method === 'string')) return undefined;
    if (typeof method !== 'string' || !isRequestId(id))
      throw new RpcError(
        CODES.invalidRequest,
        'a request needs a method, and a text or number as id',
      );
    const revision = revisionOf(message, exchange.request.headers);
    const result = await this.#resultOf(method, message, revision, exchange);
    return resultOf(id as RequestId, revision === MODERN ? this.#modern(result) : result);
  }

  async #resultOf(
    method: string,
    message: Message,
    revision: string,
    exchange: Exchange,
  ): Promise<object> {
    const isModern = revision === MODERN;
    if (method === 'tools/list') return { tools: LISTED_TOOLS, ...(isModern ? CACHEABLE : {}) };
    if (method === 'tools/call') return this.#callTool(message, exchange);
    if (method === 'server/discover' && isModern)
      return {
        ...{ supportedVersions: SUPPORTED, capabilities: { tools: {} } },
        ...{ instructions: INSTRUCTIONS, ...CACHEABLE },
      };
    if (method === 'initialize' && !isModern) return this.#initialize(message);
    if (method === 'ping' && !isModern) return {};
    const known = ['tools/list', 'tools/call', isModern ? 'server/discover' : 'initialize'];
    throw new RpcError(CODES.unknownMethod, `Method not found: ${quoteGiven(method)}`, {
      status: isModern ? 404 : 200,
      data: { known },
    });
  }

  /** The handshake: nothing is stored, as every later request says its revision in a header. */
  #initialize(message: Message): object {
    const { protocolVersion: asked } = paramsOf(message);
    const protocolVersion = LEGACY.find((revision) => revision === asked) ?? LEGACY[0];
    return {
      ...{ protocolVersion, capabilities: { tools: {} }, serverInfo: this.#info() },
      instructions: INSTRUCTIONS,
    };
  }

  #info(): object {
    return { name: 'gridtide', title: 'Gridtide', version: this.#parts.version };
  }

  #modern(result: object): object {
    return { resultType: 'complete', ...result, _meta: { [SERVER_INFO]: this.#info() } };
  }

  async #callTool(message: Message, { request, caller, origin }: Exchange): Promise<object> {
    const { name, arguments: given = {} } = paramsOf(message);
    const tool = TOOLS.find((one) => one.name === name);
    if (!tool) {
      const names = TOOLS.map((one) => one.name);
      const hint = typeof name === 'string' ? `${quoteGiven(name)}${didYouMean(name, names)}` : '';
      throw new RpcError(CODES.invalidParams, `Unknown tool ${hint}`.trim(), {
        status: 200,
        data: { tools: names },
      });
    }
    this.#count(tool.name);
    this.audit.note(caller, tool.name, request.now);
    const { context } = this.#parts;
    try {
      const args = checkArguments(tool.inputSchema, given);
      const result = await request.stopwatch.time('read', () =>
        tool.call({ args, caller, now: request.now, context, origin }),
      );
      return {
        content: [{ type: 'text', text: JSON.stringify(result) }],
        structuredContent: result,
      };
    } catch (error) {
      return this.#toolError(error, request);
    }
  }

  /** A refusal as a result that a model can read. The store's failures are the server's: HTTP tells them. */
  #toolError(error: unknown, request: FastifyRequest): object {
    const refusal = refusalOf(error);
    if (statusOf(refusal.code) >= 500) throw error;
    const { code, message, faults } = refusal;
    const errors = faults.map(({ field, message: fault, allowed }) => ({
      ...{ field, message: fault },
      ...(allowed ? { allowed: allowed.slice(0, MOST_ALLOWED) } : {}),
    }));
    const told = { error: { code, message, errors, requestId: request.id } };
    return { content: [{ type: 'text', text: JSON.stringify(told) }], isError: true };
  }
}

/** The most allowed values that an error lists. */
const MOST_ALLOWED = 60;
