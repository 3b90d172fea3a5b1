// A store on PostgreSQL that cannot be opened says why, without repeating its address.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#store/open/open-store';
import { testDatabase } from '../../../../harness/postgres/test-database.ts';
import { assertPlain, soon } from './plain-errors.ts';

describe('a store that cannot be opened', () => {
  const cases: readonly (readonly [string, (url: URL) => void, RegExp])[] = [
    [
      'no server listens',
      (url) => (url.port = '1'),
      /server is not running, or not at this address/,
    ],
    ['the host is unknown', (url) => (url.hostname = 'nowhere.invalid'), /host/],
    ['the password is wrong', (url) => (url.password = 'guess'), /refuses the user name or the/],
    [
      'the database does not exist',
      (url) => (url.pathname = '/nothing'),
      /no database of that name/,
    ],
    ['the server has no TLS', (url) => (url.search = '?sslmode=require'), /sslmode/],
  ];
  for (const [name, change, message] of cases) {
    it(`a store says why it cannot be opened: ${name}`, async (t) => {
      const database = await testDatabase(t);
      const url = new URL(database);
      change(url);
      await assert.rejects(soon(openStore(url.href)), (error) => {
        assert.match((error as Error).message, message);
        return assertPlain(error, database);
      });
    });
  }

  it('a store says why it cannot be opened: the address cannot be read', async () => {
    await assert.rejects(openStore('postgres://gridtide:se/cret@host:port/x'), (error) => {
      assert.match((error as Error).message, /address cannot be read/);
      assert.doesNotMatch(String((error as Error).stack), /cret/);
      return true;
    });
  });
});
