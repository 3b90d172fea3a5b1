import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { runProgram } from '#cli/run-program';
import { openStore } from '#store/open/open-store';
import { priceFields, pricesXml, reasonXml } from './entsoe-documents.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
export const TOKEN = 'f00dfeed-0000-4000-8000-000000000000';
const FETCH = {
  name: 'fetch',
  summary: '',
  load: async () => (await import('#cli/commands/fetch/fetch')).fetchCommand,
};

export async function openFetchTerminal(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-fetch-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storeUrl = `sqlite:${join(folder, 'store.db')}`;
  return {
    folder,
    async run(argv: readonly string[], env: Record<string, string> = {}, stdin = '') {
      const written = { stdout: '', stderr: '' };
      const output = (name: keyof typeof written) => ({
        write: (text: string) => {
          written[name] += text;
        },
      });
      const io = {
        stdout: output('stdout'),
        stderr: output('stderr'),
        stdin: Readable.from([Buffer.from(stdin)]),
        env: { STORE: storeUrl, ...env },
        now: () => NOW,
      };
      const code = await runProgram(['fetch', ...argv], io, [FETCH]);
      return { code, ...written };
    },
    async file(name: string, content: string | Uint8Array) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async valuesOf(code: string, from: string, count: number): Promise<number[] | undefined> {
      const store = await openStore(storeUrl);
      try {
        const series = await store.findSeries(code);
        if (!series) return undefined;
        const start = Date.parse(from) / (series.resolution === 'hour' ? 3_600_000 : 900_000);
        return [...(await store.readValues(series.key, { start, end: start + count }))];
      } finally {
        await store.close();
      }
    },
  };
}

export const DAY = { start: '2024-09-01T22:00Z', end: '2024-09-02T22:00Z' };
export const prices = (value: number, eic = '10YNL----------L', resolution = 'PT60M'): string =>
  pricesXml({
    curve: 'A03',
    fields: priceFields(eic),
    periods: [{ ...DAY, resolution, points: { 1: value } }],
  });
export const NO_DATA = reasonXml(
  '999',
  'No matching data found for Data item ENERGY_PRICES [12.1.D]',
);
export const ASK = [
  'entsoe',
  '--area',
  'NL',
  '--what',
  'prices',
  '--from',
  '2024-09-02',
  '--to',
  '2024-09-02',
];
