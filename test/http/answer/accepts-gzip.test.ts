import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptsGzip } from '#http/answer/accepts-gzip';

describe('a client’s Accept-Encoding', () => {
  for (const header of [
    'gzip',
    'gzip, deflate, br',
    'br;q=1.0, gzip;q=0.8',
    '*',
    'GZIP',
    'br,gzip;q=0.001',
  ]) {
    it(`“${header}” takes gzip`, () => {
      assert.equal(acceptsGzip(header), true);
    });
  }
  for (const header of [
    undefined,
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip; q=0.0, br',
    'xgzip',
    '*;q=0',
  ]) {
    it(`“${header}” does not take gzip`, () => {
      assert.equal(acceptsGzip(header), false);
    });
  }
});
