import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ByteText } from '#importers/bytes/carry-buffer';
import { CsvReader } from '#importers/bytes/csv-reader';
import { CLOCK, DATE, MONTH, TimeReader, YEAR } from '#importers/bytes/parse-time';

function bytesOf(text: string): ByteText {
  const bytes = new Uint8Array(Buffer.from(`9${text}99999999`));
  return { bytes, view: new DataView(bytes.buffer) };
}

const readWith = (time: TimeReader, text: string): boolean =>
  time.read(bytesOf(text), 1, 1 + Buffer.byteLength(text));

/** `wall ms, offset minutes or none`, or undefined if it is no time. */
function read(
  text: string,
): { form: number; wall: string; offset: number | undefined } | undefined {
  const time = new TimeReader();
  if (!readWith(time, text)) return undefined;
  return {
    form: time.form,
    wall: new Date(time.wallMs).toISOString(),
    offset: time.hasZone ? time.offsetMs / 60_000 : undefined,
  };
}

suite('times in files', () => {
  for (const [text, form, wall, offset] of [
    ['2024', YEAR, '2024-01-01T00:00:00.000Z', undefined],
    ['2024-05', MONTH, '2024-05-01T00:00:00.000Z', undefined],
    ['2024-02-29', DATE, '2024-02-29T00:00:00.000Z', undefined],
    ['2024-05-17T10:15', CLOCK, '2024-05-17T10:15:00.000Z', undefined],
    ['2024-05-17 10:15', CLOCK, '2024-05-17T10:15:00.000Z', undefined],
    ['2024-05-17t10:15:30z', CLOCK, '2024-05-17T10:15:30.000Z', 0],
    ['2024-05-17T10:15:30.5Z', CLOCK, '2024-05-17T10:15:30.500Z', 0],
    ['2024-05-17T10:15:30.123456', CLOCK, '2024-05-17T10:15:30.123Z', undefined],
    ['2024-05-17T10:15+02:00', CLOCK, '2024-05-17T10:15:00.000Z', 120],
    ['2024-05-17T10:15:00-0330', CLOCK, '2024-05-17T10:15:00.000Z', -210],
    ['2024-05-17 10:15:00+01', CLOCK, '2024-05-17T10:15:00.000Z', 60],
    ['0001-01-01T00:00Z', CLOCK, '0001-01-01T00:00:00.000Z', 0],
    ['9999-12-31T23:45', CLOCK, '9999-12-31T23:45:00.000Z', undefined],
  ] as const) {
    test(`${text} is read`, () => assert.deepEqual(read(text), { form, wall, offset }));
  }

  for (const text of [
    ...['', 'x', '24', '20240', '2024-5', '2024-13', '2024-00', '2024-05-17T', '2024-05-17T1'],
    ...['2024-02-30', '2023-02-29', '2024-05-32', '0000-01-01', '2024/05/17', '17.05.2024'],
    ...['2024-05-17T24:00', '2024-05-17T10:60', '2024-05-17T10:15:60', '2024-05-17T10:15:3'],
    ...['2024-05-17T10:15:30.', '2024-05-17T10:15:30.1234567890', '2024-05-17X10:15'],
    ...[
      '2024-05-17T10:15ZZ',
      '2024-05-17T10:15+2',
      '2024-05-17T10:15+15:00',
      '2024-05-17T10:15+01:60',
    ],
    ...[
      '2024-05-17T10.15',
      '2024-05-17T1O:15',
      '2024-05-17T10:15+01-00',
      '+024-05-17',
      '2024-05-17Z',
    ],
  ]) {
    test(`"${text}" is no time`, () => assert.equal(read(text), undefined));
  }

  test('any instant printed as ISO is read back, whatever was read before', () => {
    const instant = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    const time = new TimeReader();
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom('', '2024', '2024-13-01', '2024-05-17T10:15'),
        (date, before) => {
          readWith(time, before);
          assert.ok(readWith(time, date.toISOString()));
          assert.equal(time.wallMs, date.getTime());
          assert.ok(readWith(time, date.toISOString().slice(0, 10)));
          assert.equal(time.wallMs, Math.floor(date.getTime() / 86_400_000) * 86_400_000);
        },
      ),
    );
  });

  test('a refused date is refused again', () => {
    const time = new TimeReader();
    assert.ok(readWith(time, '2024-02-28T00:00'));
    assert.equal(readWith(time, '2024-02-30T00:00'), false);
    assert.equal(readWith(time, '2024-02-30T00:00'), false);
    assert.ok(readWith(time, '2024-02-28T01:00'));
  });

  test('a time is read at the offset of its field in a file', () => {
    const reader = new CsvReader();
    reader.push(Buffer.from('time\n2024-05-17T10:15Z'));
    reader.end();
    assert.ok(reader.next() && reader.next());
    const time = new TimeReader();
    assert.ok(time.read(reader, reader.starts[0]!, reader.ends[0]!));
    assert.equal(time.wallMs, Date.parse('2024-05-17T10:15Z'));
  });
});
