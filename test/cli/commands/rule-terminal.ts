import type { TestContext } from 'node:test';
import { type Outcome, openTerminal, type Terminal } from '../terminal.ts';

const DEFINITIONS = `code,description,unit,resolution
dehrprice,Price,EUR/MWh,hour
dedaygas,Gas,EUR/MWh,day
`;

interface RuleTerminal extends Terminal {
  /** Imports `time,value` rows into a series. */
  importRows(code: string, rows: readonly string[]): Promise<Outcome>;
  /** The hours of 2026-11-14 from 00:00Z on. */
  prices(count: number): Promise<number[]>;
}

export async function openWithSeries(t: TestContext): Promise<RuleTerminal> {
  const terminal = await openTerminal(t);
  const definitions = await terminal.file('series.csv', DEFINITIONS);
  await terminal.run(['import', '--define', definitions]);
  return {
    ...terminal,
    importRows: (code, rows) =>
      terminal.run(['import', '-'], {
        stdin: ['series,time,value', ...rows.map((row) => `${code},${row}`), ''].join('\n'),
      }),
    prices: (count) =>
      terminal.withStore(async (store) => {
        const { key } = (await store.findSeries('dehrprice'))!;
        const start = Date.parse('2026-11-14T00:00Z') / 3_600_000;
        return [...(await store.readValues(key, { start, end: start + count }))];
      }),
  };
}

export const THREE_HOURS = [
  '2026-11-14T00:00Z,50',
  '2026-11-14T01:00Z,9000',
  '2026-11-14T02:00Z,60',
];

/** Two hours of prices stored, one held; a day of gas held. */
export async function openWithHeld(t: TestContext): Promise<RuleTerminal> {
  const terminal = await openWithSeries(t);
  await terminal.run(['rule', 'set', 'dehrprice', '--max', '4000']);
  await terminal.run(['rule', 'set', 'dedaygas', '--min=0', '--step=5']);
  await terminal.importRows('dehrprice', THREE_HOURS);
  await terminal.importRows('dedaygas', ['2026-11-13,-3']);
  return terminal;
}

export const journal = (terminal: Terminal) =>
  terminal.withStore(async (store) =>
    (await store.listEntries({ limit: 9 })).map(({ kind, name }) => [kind, name]),
  );
