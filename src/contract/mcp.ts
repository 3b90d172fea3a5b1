// Wire shapes of POST /mcp: messages of JSON-RPC. What the tools take and give is in their own schemas.

import { Type } from '#contract/schema';

const id = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  description: 'Left out by a notification, which gets 202 and no answer',
  examples: [1],
});

export const McpMessage = Type.Unsafe<object>({
  type: ['object', 'array'],
  description: 'A message; a list of messages in revision 2025-03-26 alone',
  properties: {
    jsonrpc: { type: 'string', examples: ['2.0'] },
    id,
    method: { type: 'string', examples: ['tools/list'] },
    params: { type: 'object', examples: [{}] },
  },
});

export const McpAnswer = Type.Unsafe<object>({
  type: ['object', 'array'],
  properties: {
    jsonrpc: { type: 'string', examples: ['2.0'] },
    id,
    result: { type: 'object', description: 'What the method gives' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', examples: [-32601] },
        message: { type: 'string', examples: ['Method not found: "tools/lst"'] },
        data: { type: 'object' },
      },
    },
  },
});
