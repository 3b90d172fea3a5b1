// A world for tests of the interface for assistants, and requests of each revision.

import { after } from 'node:test';
import { type Answer, sequence, World } from '../../../../harness/world/world.ts';

export const NOW = '2024-05-17T10:00:00Z';
export const MODERN = '2026-07-28';
export const TOOL_NAMES = [
  ...['find_series', 'describe_series', 'read_series', 'compare_series', 'read_forecast'],
  ...['accuracy', 'what_changed', 'resolve_dates'],
];
export const LEGACY = ['2025-03-26', '2025-06-18', '2025-11-25'];

const PRICES = [
  ['dehrprice', 'DE', 0],
  ['frhrprice', 'FR', 10],
] as const;

/** Two runs with bands, then prices of ten weeks in two areas, and a daily series: each recorded in its time. */
export async function openMcpWorld(): Promise<World> {
  const world = await World.open({ after }, { now: '2024-05-15T06:00:00Z' });
  const price = (code: string, area: string) => ({
    ...{ code, area, category: 'hrprice', description: `Day-ahead price ${area}` },
  });
  for (const [code, area] of PRICES) await world.load(price(code, area));
  await loadBandedRun(world, '2024-05-16T06:00:00Z', '2024-05-16T22:00:00Z');
  await loadBandedRun(world, '2024-05-17T06:00:00Z', '2024-05-17T22:00:00Z');
  world.setNow(NOW);
  for (const [code, area, add] of PRICES) {
    // 70 days, one of which has 23 hours.
    const values = sequence(24 * 70 - 1, (i) => 50 + add + (i % 24));
    await world.load({ ...price(code, area), from: '2024-03-08T23:00:00Z', values });
  }
  await world.load({
    ...{ code: 'dedaywind', area: 'DE', category: 'daywind', unit: 'MWh', resolution: 'day' },
    ...{ from: '2024-04-30T22:00:00Z', values: [1, null, 3] },
  });
  return world;
}

async function loadBandedRun(world: World, analyzed: string, first: string): Promise<void> {
  world.setNow(analyzed);
  await world.store.write(async (writer) => {
    const { key } = (await writer.findSeries('dehrprice'))!;
    const firstIndex = world.gridOf('hour').indexOf(Date.parse(first));
    const values = Float64Array.from({ length: 48 }, (_, i) => 60 + i);
    const times = { analyzedAt: world.now, updatedAt: world.now };
    const band = { level: 80, lower: values.map((v) => v - 5), upper: values.map((v) => v + 5) };
    const run = { ...times, firstIndex, values, source: 'gridtide' };
    await writer.writeRun(key, run, world.now, undefined, [band]);
  });
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
}

/** Posts a body as it is. */
export async function post(world: World, body: unknown, { headers, as = 'trader' }: Sent = {}) {
  return world.raw({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${await world.token(as)}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The headers and parameters of revision 2026-07-28. */
export function modern(method: string, params: Record<string, unknown> = {}) {
  const { name } = params;
  return {
    headers: {
      ...{ 'mcp-protocol-version': MODERN, 'mcp-method': method },
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: {
      ...{ jsonrpc: '2.0', id: 'one', method },
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': MODERN,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  };
}

/** Calls a tool by the newest revision with a handshake. */
export async function call(
  world: World,
  name: string,
  args: object = {},
  sent: Sent = {},
): Promise<{ answer: Answer; result: ToolResult }> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'mcp-protocol-version': '2025-11-25', ...sent.headers };
  const answer = await post(world, body, { ...sent, headers });
  return { answer, result: answer.body?.result };
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the tool should give
  readonly structuredContent?: any;
  readonly isError?: boolean;
}

/** Calls a tool that succeeds, and returns what it gives. */
export async function give(world: World, name: string, args: object = {}, as = 'trader') {
  const { answer, result } = await call(world, name, args, { as });
  if (answer.status !== 200 || result?.isError) throw new Error(answer.text);
  return result.structuredContent;
}

/** Calls a tool that refuses, and returns its error. */
export async function refuse(world: World, name: string, args: object = {}, as = 'trader') {
  const { answer, result } = await call(world, name, args, { as });
  if (answer.status !== 200 || !result?.isError) throw new Error(answer.text);
  return JSON.parse(result.content[0]!.text).error as {
    code: string;
    message: string;
    errors: { field: string; message: string; allowed?: string[] }[];
  };
}
