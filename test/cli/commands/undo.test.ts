// gridtide journal, undo and compact: the journal, taking writes back, and forgetting the record.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { EntryFacts } from '#store/journal-entry';
import type { Store } from '#store/store';
import { NOW, openTerminal, type Terminal } from '../terminal.ts';

const HOUR = 3_600_000;

const factsAt = (now: number, name: string): EntryFacts => ({
  kind: 'import',
  actor: 'anna',
  name,
  now,
});

/** Two imports: the second changes one value, adds one, and leaves one the same. */
async function fill(store: Store): Promise<void> {
  const definition = {
    ...{ code: 'aa', description: 'A', unit: 'MWh' },
    ...{ resolution: 'hour' as const, area: null, category: null },
  };
  const put = (name: string, indices: number[], values: number[], now: number) =>
    store.write(
      async (writer) => {
        const { key } = await writer.defineSeries(definition);
        await writer.writePoints(key, Int32Array.from(indices), Float64Array.from(values), now);
      },
      factsAt(now, name),
    );
  await put('first.csv', [1, 2], [10, 20], NOW - 72 * HOUR);
  await put('second.csv', [1, 2, 3], [10, 21, 30], NOW - 2 * HOUR);
}

async function openFilled(t: TestContext): Promise<Terminal> {
  const terminal = await openTerminal(t);
  await terminal.withStore(fill);
  return terminal;
}

const valuesOf = (terminal: Terminal): Promise<number[]> =>
  terminal.withStore(async (store) => {
    const { key } = (await store.findSeries('aa'))!;
    return Array.from(await store.readValues(key, { start: 1, end: 4 }));
  });

describe('gridtide journal', () => {
  it('imports lists what was written, newest first, and what was taken back', async (t) => {
    const terminal = await openFilled(t);
    await terminal.run(['undo', '2', '--yes']);
    const { code, stdout } = await terminal.run(['journal']);
    assert.equal(code, 0);
    const rows = stdout.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));
    assert.deepEqual(rows[0], [
      ...['NUMBER', 'WHEN', 'WHO', 'KIND', 'WHAT', 'SERIES'],
      ...['NEW', 'CHANGED', 'SAME', 'HELD', 'UNDONE'],
    ]);
    assert.match(rows[1]!.join(' '), /^3 2026-11-15T12:00:00Z .* on command line undo second\.csv/);
    assert.deepEqual(rows[2], [
      ...['2', '2026-11-15T10:00:00Z', 'anna', 'import', 'second.csv', '1'],
      ...['1', '1', '1', '0', 'by 3'],
    ]);
    assert.equal(rows[3]![4], 'first.csv');
  });

  it('imports prints pages, kinds and JSON', async (t) => {
    const terminal = await openFilled(t);
    const list = async (...more: string[]) => {
      const { stdout } = await terminal.run(['imports', '--json', ...more]);
      return JSON.parse(stdout) as { id: number; recordedAt: string; points: object }[];
    };
    const [newest] = await list('--limit', '1');
    assert.equal(newest!.id, 2);
    assert.equal(newest!.recordedAt, '2026-11-15T10:00:00Z');
    assert.deepEqual(newest!.points, { added: 1, changed: 1, same: 1, held: 0 });
    assert.deepEqual(
      (await list('--before', '2')).map(({ id }) => id),
      [1],
    );
    assert.deepEqual(await list('--kind', 'undo'), []);
    const { code, stderr } = await terminal.run(['journal', '--kind', 'imprt']);
    assert.equal(code, 2);
    assert.match(stderr, /unknown kind "imprt".*import/);
  });
});

describe('gridtide undo', () => {
  it('undo does not ask, because it can be taken back, and --dry-run says what it would do', async (t) => {
    const terminal = await openFilled(t);
    const dry = await terminal.run(['undo', '2', '--dry-run']);
    assert.deepEqual([dry.code, dry.stderr], [0, '']);
    assert.match(
      dry.stdout,
      /^entry 2: import second\.csv by anna, 2026-11-15T10:00:00Z: 1 series/,
    );
    assert.match(
      dry.stdout,
      /\ntaking it back would put back 2 points, 0 runs and 0 descriptions\n$/,
    );
    assert.deepEqual(await valuesOf(terminal), [10, 21, 30]);
    const done = await terminal.run(['undo', '2'], { isTerminal: true, stdin: '' });
    assert.equal(done.code, 0);
    assert.equal(done.stdout, 'entry 2 taken back: 2 points, 0 runs and 0 descriptions\n');
    assert.deepEqual(await valuesOf(terminal), [10, 20, Number.NaN]);
    // Scripts of earlier versions give --yes.
    const again = await terminal.run(['undo', '3', '--yes']);
    assert.equal(again.code, 0);
    assert.deepEqual(await valuesOf(terminal), [10, 21, 30]);
  });

  it('undo leaves what was changed since, and counts it', async (t) => {
    const terminal = await openFilled(t);
    const { stdout } = await terminal.run(['undo', '1', '--yes']);
    const kept = '; 1 that changed again since stay as they are';
    assert.equal(stdout, `entry 1 taken back: 1 point, 0 runs and 0 descriptions${kept}\n`);
    assert.deepEqual(await valuesOf(terminal), [Number.NaN, 21, 30]);
  });

  it('undo that would put nothing back fails, and leaves no entry', async (t) => {
    const terminal = await openFilled(t);
    // Both points of the first import change once more.
    await terminal.withStore((store) =>
      store.write(
        async (writer) => {
          const { key } = (await writer.findSeries('aa'))!;
          await writer.writePoints(key, Int32Array.of(1), Float64Array.of(11), NOW - HOUR);
        },
        factsAt(NOW - HOUR, 'third.csv'),
      ),
    );
    const { code, stdout, stderr } = await terminal.run(['undo', '1']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /nothing to take back: 0 points, .*; 2 that changed again since stay as they are/,
    );
    assert.equal(JSON.parse((await terminal.run(['imports', '--json'])).stdout).length, 3);
  });

  it('undo refuses what cannot be taken back, in plain words', async (t) => {
    const terminal = await openFilled(t);
    await terminal.run(['undo', '2', '--yes']);
    for (const [number, exit, words] of [
      ['2', 1, /entry 2 was taken back already, by entry 3/],
      ['77', 1, /there is no entry 77/],
      ['two', 2, /"two" is not a number/],
    ] as const) {
      const { code, stderr } = await terminal.run(['undo', number, '--yes']);
      assert.equal(code, exit);
      assert.match(stderr, words);
    }
  });
});

describe('gridtide compact', () => {
  it('compact asks on a terminal, because it cannot be taken back', async (t) => {
    const terminal = await openFilled(t);
    const compact = ['compact', '--before', 'yesterday'];
    const no = await terminal.run(compact, { isTerminal: true, stdin: 'n\r' });
    assert.deepEqual([no.code, no.stdout], [1, '']);
    assert.match(
      no.stderr,
      /What was replaced before 2026-11-13T23:00:00Z is forgotten for good\. Go on\? \[y\/N\]/,
    );
    assert.match(no.stderr, /nothing was changed/);
    assert.equal(await terminal.withStore((store) => store.historyFrom()), null);
    const flag = await terminal.run([...compact, '--yes'], { isTerminal: true });
    assert.equal(flag.code, 0);
    const yes = await terminal.run(compact, { isTerminal: true, stdin: 'y\r' });
    assert.equal(yes.code, 0);
  });

  it('compact forgets what was replaced before a date, and says how much', async (t) => {
    const terminal = await openFilled(t);
    const { code, stdout } = await terminal.run(['compact', '--before', 'yesterday', '--vacuum']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^\d+ rows? forgotten and [\d,]+ bytes freed .* before 2026-11-13T23:00:00Z\n/,
    );
    assert.match(stdout, /store\.db: [\d,]+ bytes before, [\d,]+ now\n$/);
    const from = await terminal.withStore((store) => store.historyFrom());
    assert.equal(from, Date.parse('2026-11-13T23:00:00Z'));
    assert.deepEqual(await valuesOf(terminal), [10, 21, 30]);
    const refused = await terminal.run(['undo', '1', '--yes']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /the record was compacted/);
    assert.equal((await terminal.run(['undo', '2', '--yes'])).code, 0);
  });

  it('compact --vacuum makes the file smaller', async (t) => {
    const terminal = await openFilled(t);
    await terminal.withStore(async (store) => {
      const { key } = (await store.findSeries('aa'))!;
      const indices = Int32Array.from({ length: 40_000 }, (_, i) => i);
      for (let round = 0; round < 3; round++) {
        const values = Float64Array.from(indices, (i) => Math.sin(i + round));
        await store.write((w) => w.writePoints(key, indices, values, NOW - HOUR + round));
      }
    });
    const { stdout } = await terminal.run(['compact', '--before', '2026-11-15T11:30Z', '--vacuum']);
    const [, freed, before, after] =
      /and ([\d,]+) bytes freed[\s\S]*: ([\d,]+) bytes before, ([\d,]+) now/.exec(stdout) ?? [];
    const [room, was, is] = [freed, before, after].map((text) => Number(text!.replaceAll(',', '')));
    assert.ok(room! > 500_000, stdout);
    assert.ok(is! <= was! - room!, stdout);
  });

  it('compact refuses a future time, a missing one, and one of a series', async (t) => {
    const terminal = await openFilled(t);
    for (const [args, words] of [
      [['--before', 'tomorrow'], /still to come/],
      [[], /--before missing/],
      [['--before', 'last'], /is a date or an instant/],
      [['--before', 'whenever'], /unknown date or keyword/],
    ] as const) {
      const { code, stderr } = await terminal.run(['compact', ...args]);
      assert.notEqual(code, 0);
      assert.match(stderr, words);
    }
    assert.equal(await terminal.withStore((store) => store.historyFrom()), null);
  });
});
