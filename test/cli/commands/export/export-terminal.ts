// A terminal whose store has a series of every resolution, and exports from it as bytes.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { COMMANDS } from '#cli/command-table';
import { exportCommand } from '#cli/commands/export/export';
import { runProgram } from '#cli/run-program';
import { gridOf } from '#core/time/grid';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Store } from '#store/store';
import { BERLIN } from '../../../importers/open-market.ts';
import { NOW, openTerminal, type Terminal } from '../../terminal.ts';

/** The command as the table lists it. */
const TABLE = [
  { name: 'export', summary: exportCommand.summary, load: async () => exportCommand },
  ...COMMANDS.filter(({ name }) => name !== 'export'),
];

interface Exported {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs the program with an output that takes bytes, as a pipe does. */
export async function run(
  { storeUrl }: Terminal,
  argv: readonly string[],
  { isTerminal = false, env = {} }: { isTerminal?: boolean; env?: Record<string, string> } = {},
): Promise<Exported> {
  const stdout: Buffer[] = [];
  let stderr = '';
  const code = await runProgram(
    argv,
    {
      stdout: {
        isTTY: isTerminal,
        write: (bytes: string | Uint8Array) => stdout.push(Buffer.from(bytes as string)),
      },
      stderr: { isTTY: isTerminal, write: (text: string) => (stderr += text) },
      stdin: Readable.from([]),
      env: { STORE: storeUrl, ...env },
      now: () => NOW,
    },
    TABLE,
  );
  return { code, stdout: Buffer.concat(stdout), stderr };
}

type Value = number | null;

const SERIES: readonly [string, ResolutionName, from: string, readonly Value[]][] = [
  // Values over the day of 25 hours: a gap, a minus zero, and every digit of a double.
  [
    'dehrprice',
    'hour',
    '2024-10-26T22:00Z',
    [61.5, null, -0, 0.1 + 0.2, -500, 123456789012345.67, 5e-324, 1e17, -1 / 3, 42],
  ],
  ['de15wind', 'quarterhour', '2024-03-31T00:15Z', [1, 2, null, null, 5, 6, 7.25, 8]],
  ['ukhhload', 'halfhour', '2024-03-31T00:30Z', [30_000, 29_999.5]],
  ['dedaygas', 'day', '2024-10-25T22:00Z', [28.1, 28.2, 28.3, null, 28.5]],
  ['noweekres', 'week', '2024-10-20T22:00Z', [70, 71, 72]],
  ['demonth', 'month', '1959-12-31T23:00Z', [1, null, 3, 4]],
  ['dequarter', 'quarter', '2024-03-31T22:00Z', [9, 8]],
  ['deyear', 'year', '2019-12-31T23:00Z', [1, 2, 3]],
  ['denone', 'hour', '2024-01-01T00:00Z', []],
];

async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    for (const [code, resolution, from, values] of SERIES) {
      const { key } = await writer.defineSeries({
        code,
        description: `Test series "${code}", with a comma`,
        unit: 'EUR/MWh',
        resolution,
        area: code.startsWith('de') ? 'DE' : null,
        category: null,
      });
      if (values.length === 0) continue;
      const first = gridOf(resolutionOf(resolution), BERLIN).indexOf(Date.parse(from));
      await writer.writePoints(
        key,
        Int32Array.from(values, (_, i) => first + i),
        Float64Array.from(values, (value) => value ?? Number.NaN),
        NOW,
      );
    }
  });
}

export async function openFilled(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
  const terminal = await openTerminal(t);
  // Only import makes a store.
  const define = await terminal.file(
    'first.csv',
    'code,description,unit,resolution\ndehrprice,x,y,hour\n',
  );
  assert.equal((await terminal.run(['import', '--define', define])).code, 0);
  await terminal.withStore(fill);
  return terminal;
}
