// The client of the protocol's own project, over a real connection: every revision that it speaks.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { LEGACY, MODERN, openMcpWorld } from './mcp-world.ts';

describe('the official client', async () => {
  const world = await openMcpWorld();
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const key = await world.key('trader', 'official');

  const connect = async (options: object) => {
    const one = new Client({ name: 'test', version: '1' }, options);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await one.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit }));
    after(() => one.close());
    return one;
  };

  const WAYS: readonly (readonly [revision: string, options: object])[] = [
    ...LEGACY.map((revision) => [revision, { supportedProtocolVersions: [revision] }] as const),
    [MODERN, { versionNegotiation: { mode: 'auto' } }],
    [MODERN, { versionNegotiation: { mode: { pin: MODERN } } }],
  ];
  const textOf = ({ content: [first] }: CallToolResult): string =>
    first?.type === 'text' ? first.text : assert.fail('the first content is no text');

  for (const [revision, options] of WAYS) {
    it(`the official client with ${JSON.stringify(options)} speaks ${revision}, lists tools and calls them`, async () => {
      const one = await connect(options);
      assert.equal(one.getNegotiatedProtocolVersion(), revision);
      assert.equal(one.getServerVersion()?.name, 'gridtide');
      assert.match(one.getInstructions() ?? '', /find_series/);
      const { tools } = await one.listTools();
      assert.equal(tools.length, 8);
      // The client checks what a tool gives against the schema of the tool.
      const args = { seriesId: 'dehrprice', from: 'today-7', to: 'tomorrow', resolution: 'day' };
      const read = await one.callTool({ name: 'read_series', arguments: args });
      assert.equal(read.isError ?? false, false, textOf(read));
      assert.equal(
        (read.structuredContent as { points: { values: unknown[] } }).points.values.length,
        9,
      );
      const refused = await one.callTool({ name: 'read_series', arguments: { seriesId: 'x y' } });
      assert.equal(refused.isError, true);
      assert.match(textOf(refused), /not a series identifier/);
      await assert.rejects(one.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool/);
    });
  }

  it('the official client is told that its key is wrong', async () => {
    const one = new Client({ name: 'test', version: '1' }, {});
    const requestInit = { headers: { authorization: 'Bearer gtk_wrong' } };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit });
    await assert.rejects(one.connect(transport), /401|token_invalid|Unauthorized/i);
  });
});
