// Bodies of values that are refused: each names its field, and nothing is written.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld, type Sent } from '../operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
await world.define('dedaily', { resolution: 'day' });

const csv = (bytes: string): Sent => ({ raw: { type: 'text/csv', bytes } });
const ndjson = (bytes: string): Sent => ({ raw: { type: 'application/x-ndjson', bytes } });
const write = (code: string, sent: Sent) => world.send('POST', `/series/${code}/values`, sent);

type Bad = readonly [
  name: string,
  code: string,
  sent: Sent,
  status: number,
  field: string,
  said: RegExp,
];

const values = (given: unknown): Sent => ({ body: { values: given } });
const from = (start: unknown, given: unknown, more: object = {}): Sent => ({
  body: { start, values: given, ...more },
});

const BAD: readonly Bad[] = [
  ['no object', 'dehrprice', { body: [] }, 400, 'body', /must be an object, not array/],
  ['null', 'dehrprice', { body: null }, 400, 'body', /must be an object, not null/],
  ['no values', 'dehrprice', { body: {} }, 400, 'values', /needed/],
  ['values that are no list', 'dehrprice', values('1,2'), 400, 'values', /must be an array/],
  ['an empty list', 'dehrprice', values([]), 400, 'values', /no value to write/],
  ['plain values without a start', 'dehrprice', values([1]), 400, 'values.0', /start/],
  ['an entry without a time', 'dehrprice', values([{ value: 1 }]), 400, 'values.0.time', /needed/],
  [
    'an entry without a value',
    'dehrprice',
    values([{ time: '2024-05-17T00:00Z' }]),
    400,
    'values.0.value',
    /null for a gap/,
  ],
  [
    'a value as text',
    'dehrprice',
    values([{ time: '2024-05-17T00:00Z', value: '1' }]),
    400,
    'values.0.value',
    /must be a number or null, not string/,
  ],
  [
    'an invalid time',
    'dehrprice',
    values([{ time: 'noon', value: 1 }]),
    400,
    'values.0.time',
    /"noon" is not a time/,
  ],
  [
    'a time off the grid',
    'dehrprice',
    values([{ time: '2024-05-17T00:30Z', value: 1 }]),
    400,
    'values.0.time',
    /nearest is/,
  ],
  [
    'seconds as a time',
    'dehrprice',
    values([{ time: 1715904000, value: 1 }]),
    400,
    'values.0.time',
    /milliseconds, not seconds/,
  ],
  [
    'a date for an hour',
    'dehrprice',
    from('2024-05-17', [1]),
    400,
    'start',
    /write the time in full/,
  ],
  [
    'a time that does not exist',
    'dehrprice',
    from('2024-03-31T02:00', [1]),
    400,
    'start',
    /does not exist/,
  ],
  [
    'a time in other letters',
    'dehrprice',
    from('２０２４-05-17T00:00Z', [1]),
    400,
    'start',
    /is not a time/,
  ],
  ['a start that is a number', 'dehrprice', from(5, [1]), 400, 'start', /must be a string/],
  [
    'another resolution',
    'dehrprice',
    from('2024-05-17T00:00Z', [1], { resolution: 'day' }),
    400,
    'resolution',
    /not the resolution of dehrprice/,
  ],
  [
    'an impossible value',
    'dehrprice',
    { raw: { type: 'application/json', bytes: '{"start":"2024-05-17T00:00Z","values":[1e400]}' } },
    400,
    'values.0',
    /no possible value/,
  ],
  [
    'an absurd value',
    'dehrprice',
    values([{ time: '2024-05-17T00:00Z', value: 1e19 }]),
    400,
    'values.0.value',
    /no possible value/,
  ],
  ['values beyond the year 9999', 'dedaily', from('9999-12-31', [1, 2]), 400, 'values', /9999/],
  [
    'two values for one time',
    'dehrprice',
    values([
      { time: '2024-05-17T00:00Z', value: 1 },
      { time: '2024-05-17T02:00+02:00', value: 2 },
    ]),
    400,
    'values.1.value',
    /another value on row 1/,
  ],
  [
    'too many values',
    'dehrprice',
    from('2024-05-17T00:00Z', Array(2_000_001).fill(1)),
    400,
    'values',
    /the most in one request is 2000000/,
  ],
  [
    'a series that does not exist',
    'dehrprise',
    from('2024-05-17T00:00Z', [1]),
    404,
    'code',
    /did you mean dehrprice/,
  ],
  [
    'an invalid code',
    '9.9',
    from('2024-05-17T00:00Z', [1]),
    400,
    'code',
    /not a series identifier/,
  ],
  ['CSV with another header', 'dehrprice', csv('when,what\n'), 400, 'body', /must be time,value/],
  [
    'CSV with a bad value',
    'dehrprice',
    csv('time,value\n2024-05-17T00:00Z,1\n2024-05-17T01:00Z,x\n'),
    400,
    'value',
    /^line 3: "x" is not a finite number/,
  ],
  [
    'CSV with a bad time',
    'dehrprice',
    csv('time,value\nnoon,1\n'),
    400,
    'time',
    /^line 2: "noon" is not a time/,
  ],
  [
    'CSV with a field too many',
    'dehrprice',
    csv('time,value\n2024-05-17T00:00Z,1,2\n'),
    400,
    'body',
    /^line 2: 3 fields/,
  ],
  ['CSV without rows', 'dehrprice', csv('time,value\n'), 400, 'body', /no value to write/],
  ['an empty CSV', 'dehrprice', csv(''), 400, 'body', /empty/],
  [
    'CSV that is not UTF-8',
    'dehrprice',
    { raw: { type: 'text/csv', bytes: Buffer.from([0xff, 0xfe, 0x74, 0x00]) } },
    400,
    'body',
    /UTF-16/,
  ],
  [
    'NDJSON with another key',
    'dehrprice',
    ndjson('{"time":"2024-05-17T00:00Z","price":1}\n'),
    400,
    'body',
    /must be time,value/,
  ],
  [
    'NDJSON with a line that is no object',
    'dehrprice',
    ndjson('[1]\n'),
    400,
    'body',
    /^line 1: a line is one JSON object/,
  ],
];

describe('a bad body', () => {
  for (const [name, code, sent, status, field, said] of BAD) {
    it(`a bad body is refused naming its field: ${name}`, async () => {
      const before = await world.ask('GET', '/imports?limit=1');
      const answer = await write(code, sent);
      assert.equal(answer.status, status, answer.text);
      const [fault] = answer.body.errors;
      assert.equal(fault.field, field);
      assert.match(fault.message, said);
      assert.deepEqual(await world.ask('GET', '/imports?limit=1'), before, 'nothing is written');
    });
  }

  for (const [type, said] of [
    ['application/xml', /application\/json, text\/csv/],
    ['text/plain', /text\/csv/],
  ] as const) {
    it(`a body of ${type} is refused, naming the types that are accepted`, async () => {
      const answer = await write('dehrprice', { raw: { type, bytes: 'x' } });
      assert.match(assertRefused(answer, 415, 'media_type_unsupported').detail, said);
    });
  }

  it('a compressed body is refused', async () => {
    const sent = { ...csv('time,value\n'), headers: { 'content-encoding': 'gzip' } };
    assertRefused(await write('dehrprice', sent), 415, 'media_type_unsupported');
  });

  it('rows are accepted on no other path', async () => {
    const sent = csv('time,value\n');
    const answer = await world.send('PUT', '/series/dehrprice', sent);
    assertRefused(answer, 415, 'media_type_unsupported');
  });
});
