// POST /mcp: the Model Context Protocol, by which assistants read. What answers is loaded with the first request.

import type { FastifyInstance } from 'fastify';
import { McpAnswer, McpMessage } from '#contract/mcp';
import { Refusal } from '#core/errors';
import type { McpAnswers, McpParts } from '#http/api/mcp/answer-mcp';
import { isOwnOrigin } from '#http/connection/client-origin';
import type { Metrics } from '#http/figures/metrics';
import { addRoute } from '#http/openapi/route';

export function addMcpRoute(app: FastifyInstance, parts: McpParts, { own }: Metrics): void {
  const count = own.addCounterBy(
    'tool',
    'gridtide_mcp_calls_total',
    'Calls of tools by assistants (MCP), by tool.',
  );
  let loading: Promise<McpAnswers> | undefined;
  const answers = (): Promise<McpAnswers> =>
    (loading ??= import('#http/api/mcp/answer-mcp').then(
      ({ McpAnswers }) => new McpAnswers(parts, count),
    ));
  app.addHook('onClose', async () => (await loading)?.audit.flush());
  void app.register(async (scope) => {
    // A page of another site that reaches this server by a name of its own must not read with it.
    scope.addHook('onRequest', async ({ raw }) => {
      const { origin } = raw.headers;
      if (origin === undefined || isOwnOrigin(origin, raw, parts.trustProxy)) return;
      const detail = 'Origin is not the scheme and host of this server that the request names';
      throw new Refusal('cross_site_refused', detail);
    });
    addRoute(scope, {
      method: 'POST',
      url: '/mcp',
      access: 'bearer',
      tag: 'Assistants',
      summary: 'The Model Context Protocol: tools for assistants that read, and write nothing',
      description:
        'One JSON-RPC message a request, answered with one JSON object; nothing is remembered between requests. Revisions 2026-07-28 (server/discover) and 2025-11-25, 2025-06-18 and 2025-03-26 (initialize). A tool that refuses its arguments answers 200 with isError.',
      body: McpMessage,
      answer: McpAnswer,
      badRequest: McpAnswer,
      refuses: [],
      handler: async (request, reply) => (await answers()).answer(request, reply),
    });
  });
}
