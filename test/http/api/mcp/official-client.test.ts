// The client of the protocol's own project, over a real connection: every revision that it speaks.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LEGACY, MODERN, openMcpWorld } from './mcp-world.ts';

/** The part of the package that is used here. */
interface ClientPackage {
  readonly Client: new (
    info: object,
    options: object,
  ) => {
    connect(transport: object): Promise<void>;
    close(): Promise<void>;
    getNegotiatedProtocolVersion(): string | undefined;
    getServerVersion(): { readonly name: string } | undefined;
    getInstructions(): string | undefined;
    listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    callTool(call: object): Promise<{
      readonly isError?: boolean;
      readonly structuredContent?: Record<string, unknown>;
      readonly content: readonly { readonly text: string }[];
    }>;
  };
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

// By a name that the compiler does not look for: a checkout from before the dependency still compiles.
const NAME: string = '@modelcontextprotocol/client';
const client = (await import(NAME).catch(() => undefined)) as ClientPackage | undefined;
const skip = client ? false : `${NAME} is not installed: npm ci installs it`;

describe('the official client', { skip }, async () => {
  const { Client, StreamableHTTPClientTransport } = client!;
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
      assert.equal(read.isError ?? false, false, read.content[0]!.text);
      assert.equal((read.structuredContent!.points as { values: unknown[] }).values.length, 9);
      const refused = await one.callTool({ name: 'read_series', arguments: { seriesId: 'x y' } });
      assert.equal(refused.isError, true);
      assert.match(refused.content[0]!.text, /not a series identifier/);
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
