import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CsvReader } from '#importers/bytes/csv-reader';

type Row = [line: number, ...fields: string[]];

/** All rows of bytes that arrive in the given pieces. */
function readPieces(pieces: readonly Uint8Array[]): Row[] {
  const reader = new CsvReader();
  const rows: Row[] = [];
  const take = (): void => {
    while (reader.next()) {
      const fields = Array.from({ length: reader.count }, (_, field) => reader.text(field));
      rows.push([reader.line, ...fields]);
    }
  };
  for (const piece of pieces) {
    reader.push(piece);
    take();
  }
  reader.end();
  take();
  return rows;
}

const read = (text: string): Row[] => readPieces([Buffer.from(text)]);

suite('CSV rows', () => {
  test('a plain file gives its fields with their line numbers', () => {
    assert.deepEqual(read('a,b\n1,2\n3,4\n'), [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
    ]);
  });

  test('the last line needs no line break', () => {
    assert.deepEqual(read('a,b\n1,2'), [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    assert.deepEqual(read('a,b\n1,'), [
      [1, 'a', 'b'],
      [2, '1', ''],
    ]);
  });

  test('a byte order mark, Windows line ends and blanks around fields are dropped', () => {
    assert.deepEqual(read('\ufeffa , b\r\n 1 ,2 \r\n'), [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });

  test('blank lines are skipped and counted', () => {
    assert.deepEqual(read('\r\n\na,b\n\n1,2\n   \n\r\n3,4\n\n\n'), [
      [3, 'a', 'b'],
      [5, '1', '2'],
      [8, '3', '4'],
    ]);
  });

  test('a row of empty fields is not a blank line', () => {
    assert.deepEqual(read('a,b\n,\n'), [
      [1, 'a', 'b'],
      [2, '', ''],
    ]);
  });

  test('the header decides between comma, semicolon and tab', () => {
    assert.deepEqual(read('a;b\n1,5;2\n')[1], [2, '1,5', '2']);
    assert.deepEqual(read('a\tb\n1;5\t2\n')[1], [2, '1;5', '2']);
    assert.deepEqual(read('"a;;;",b\n1;5,2\n')[1], [2, '1;5', '2']);
  });

  test('quoted fields may hold delimiters, quotes, blanks and line breaks', () => {
    assert.deepEqual(read('a,b\n"x, ""y""\nz", " q " \n1,2\n'), [
      [1, 'a', 'b'],
      [2, 'x, "y"\nz', ' q '],
      [4, '1', '2'],
    ]);
    assert.deepEqual(read('"a";"b"\r\n"";"2"\r\n'), [
      [1, 'a', 'b'],
      [2, '', '2'],
    ]);
  });

  test('a quote that never closes is refused with the line it opens on', () => {
    assert.throws(() => read('a,b\n1,2\n"x,2\n3,4\n'), {
      line: 3,
      message: /line 3: a quote is opened/,
    });
  });

  test('text after a closing quote is refused', () => {
    assert.throws(() => read('a,b\n"x"y,2\n'), { line: 2, message: /follows a closing quote/ });
  });

  test('UTF-16 text is refused by name', () => {
    assert.throws(() => readPieces([Buffer.from('\ufeffa,b\n', 'utf16le')]), /UTF-16/);
  });

  test('a line that never ends is refused before it fills the memory', () => {
    const reader = new CsvReader();
    reader.push(Buffer.from('a,b\n'));
    assert.equal(reader.next(), true);
    assert.throws(() => {
      for (let i = 0; i < 100; i++) {
        reader.push(Buffer.alloc(1 << 16, 0x78));
        assert.equal(reader.next(), false);
      }
    }, /line 2: the line is longer than 1 MiB/);
  });

  test('rows of any width are read', () => {
    const fields = Array.from({ length: 1_000 }, (_, i) => `f${i}`);
    assert.deepEqual(read(`${fields.join(',')}\n`), [[1, ...fields]]);
  });

  const field = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '7', '.', '-', ':', '+', 'ø') }),
    fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', ';', '\r') }),
  );
  const isPlain = (text: string): boolean => !/[",\n\r; ]/.test(text);
  const quote = (text: string): string =>
    isPlain(text) ? text : `"${text.replaceAll('"', '""')}"`;

  test('written rows are read back, wherever the pieces are cut', () => {
    const rows = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 6 });
    const lineEnd = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        rows,
        lineEnd,
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (rows, eol, cuts) => {
          const text = [['one', 'two', 'three'], ...rows]
            .map((row) => row.map(quote).join(',') + eol)
            .join('');
          const bytes = Buffer.from(text);
          const pieces: Uint8Array[] = [];
          for (let at = 0; at < bytes.length; ) {
            const { value: size } = cuts.next();
            pieces.push(bytes.subarray(at, at + size));
            at += size;
          }
          const found = readPieces(pieces);
          assert.deepEqual(
            found.slice(1).map(([, ...fields]) => fields),
            rows,
          );
          assert.deepEqual(found, readPieces([bytes]));
        },
      ),
    );
  });
});
