import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { NdjsonReader, NULL, NUMBER, TEXT } from '#importers/bytes/ndjson-reader';
import { anyText } from '../../../harness/any-text.ts';
import { rounds } from '../../../harness/rounds.ts';
import { importBytes } from '../made-files.ts';
import { countFilled, openMarket, piecesOf, readFrom } from '../open-market.ts';

type Value = string | number | null;

/** All objects of a text, read in pieces of `pieceBytes` bytes. */
async function readAll(text: string, pieceBytes = 1 << 16): Promise<Record<string, Value>[]> {
  const reader = new NdjsonReader();
  const objects: Record<string, Value>[] = [];
  const take = (): void => {
    while (reader.next()) {
      const valueAt = (field: number): Value => {
        const kind = reader.kinds[field];
        if (kind === NULL) return null;
        return kind === NUMBER ? Number(reader.text(field)) : reader.text(field);
      };
      objects.push(Object.fromEntries(reader.names.map((name, field) => [name, valueAt(field)])));
    }
  };
  for await (const piece of piecesOf(text, pieceBytes)) {
    reader.push(piece);
    take();
  }
  reader.end();
  take();
  return objects;
}

suite('reading NDJSON', () => {
  test('flat objects are read as JSON.parse reads them, in pieces of any size', async () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    // Outer blanks of texts are dropped, as in a CSV.
    const value = fc.oneof(
      anyText({ maxLength: 12 }).map((text) => text.replace(/^[ \t\r]+|[ \t\r]+$/g, '')),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constant(null),
    );
    const keys = fc.uniqueArray(
      key.filter((name) => name !== '__proto__'),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    const file = keys.chain((names) =>
      fc
        .array(
          fc.record({
            values: fc.tuple(...names.map(() => value)),
            order: fc.shuffledSubarray(names, { minLength: names.length }),
          }),
          { minLength: 1, maxLength: 8 },
        )
        .map((rows) => ({ names, rows })),
    );
    const blank = fc.constantFrom('', ' ', '\t', '  ');
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.infiniteStream(blank),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        fc.integer({ min: 1, max: 80 }),
        async ({ names, rows }, blanks, lineBreak, pieceBytes) => {
          const pad = (text: string): string =>
            `${blanks.next().value}${text}${blanks.next().value}`;
          const lines = rows.map(({ values, order }) => {
            const pairs = order.map((name) => {
              const json = JSON.stringify(values[names.indexOf(name)]);
              return `${pad(JSON.stringify(name))}:${pad(json)}`;
            });
            return pad(`{${pairs.join(',')}}`);
          });
          const expected = rows.map(({ values }) =>
            Object.fromEntries(names.map((name, at) => [name, values[at]])),
          );
          const wellFormed = JSON.parse(JSON.stringify(expected).toWellFormed());
          assert.deepEqual(await readAll(lines.join(lineBreak), pieceBytes), wellFormed);
        },
      ),
      { numRuns: rounds(400) },
    );
  });

  test('a byte order mark is dropped and escapes are decoded', async () => {
    const text = '\ufeff{"\\u0074ime":"2024\\u002d05","value":"\\"\\n\\u00e9\\ud83d\\ude00"}\n';
    assert.deepEqual(await readAll(text, 1), [{ time: '2024-05', value: '"\né😀' }]);
  });

  const good = '{"series":"dehrprice","time":"2024-05-17T10:00Z","value":1}\n';
  const next = (value: string): string =>
    `${good}{"series":"dehrprice","time":"2024-05-17T11:00Z","value":${value}}\n`;
  for (const [name, text, fault] of [
    [
      'an array of objects',
      `[${good.trim()}]\n`,
      /^line 1: a line is one JSON object, but this one is "\[\{/,
    ],
    [
      'a CSV',
      'series,time,value\n',
      /^line 1: a line is one JSON object, but this one is "series,/,
    ],
    [
      'an object over several lines',
      '{\n"series":"dehrprice"}\n',
      /^line 1: a key in double quotes is expected$/,
    ],
    ['a key that is given twice', next('1,"value":2'), /^line 2: the key "value" is given twice$/],
    [
      'a key that is new',
      next('1,"unit":"MW"'),
      /^line 2: the key "unit" is not one of the first line's$/,
    ],
    [
      'a key that is missing',
      `${good}{"series":"dehrprice","time":"2024-05-17T11:00Z"}\n`,
      /^line 2: the key "value" is missing \(a gap is null\)$/,
    ],
    [
      'a value that is an object',
      next('{"x":1}'),
      /^line 2: "value" holds an object, not one value$/,
    ],
    ['a value that is an array', next('[1]'), /^line 2: "value" holds an array, not one value$/],
    ['a boolean', next('true'), /^line 2: column "value": "true" is not a finite number$/],
    ['a key without a value', next(''), /^line 2: "value" has no value$/],
    ['two objects in a line', `${good.trim()}${good}`, /^line 1: text follows the object$/],
    ['an open text', '{"series":"dehrprice\n', /^line 1: a quote is opened and never closed$/],
    ['a wrong escape', next('"\\x"'), /^line 2: "\\x" is not a JSON text$/],
    [
      'an infinite value',
      next('Infinity'),
      /^line 2: column "value": "Infinity" is not a finite number$/,
    ],
    [
      'a series that is a number',
      good.replace('"dehrprice"', '7'),
      /^line 1: column "series": the series must be a text$/,
    ],
    [
      'seconds in place of milliseconds',
      good.replace('"2024-05-17T10:00Z"', '1715940000'),
      /^line 1: column "time": "1715940000" is not a time: as milliseconds since 1970 it would be 1970-01-20T/,
    ],
    [
      'a fraction of a millisecond',
      good.replace('"2024-05-17T10:00Z"', '1715940000000.5'),
      /is not a time: a number must be whole milliseconds since 1970 UTC$/,
    ],
    ['an empty file', '\n \n', /^the file is empty$/],
    [
      'a line without end',
      `{"a":"${'x'.repeat(3 << 20)}`,
      /^line 1: the line is longer than 1 MiB/,
    ],
  ] as const) {
    test(`${name} is refused with its line, and nothing is stored`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importBytes(t, store, Buffer.from(text), 'ndjson'), {
        name: 'ImportFault',
        message: fault,
      });
      assert.equal(await countFilled(store), 0);
    });
  }

  test('times may be milliseconds, and NaN is a gap as Python writes it', async (t) => {
    const store = await openMarket(t);
    const start = Date.parse('2024-05-17T10:00Z');
    const text = `{"time":${start},"dehrprice":NaN}\n{"dehrprice":2,"time":${start + 3_600_000}}`;
    const { rows } = await importBytes(t, store, Buffer.from(text), 'jsonl');
    assert.equal(rows, 2);
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [Number.NaN, 2]);
  });

  test('the reader tells how a value is written', () => {
    const reader = new NdjsonReader();
    reader.push(Buffer.from('{"a":"1","b":1,"c":null}'));
    reader.end();
    assert.ok(reader.next());
    assert.deepEqual([...reader.kinds.subarray(0, 3)], [TEXT, NUMBER, NULL]);
  });
});
