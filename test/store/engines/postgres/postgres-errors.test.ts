// Errors of PostgreSQL and its driver in the store's words.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isConnectionLost,
  isOfLivingServer,
  translateConnectError,
  translatePostgresError,
  translateWriteError,
} from '#store/engines/postgres/postgres-errors';
import { CommitUnknown, StoreBusy, StoreUnavailable } from '#store/store';

/** An error as the driver makes it of the server's message. */
const ofServer = (code: string): Error =>
  Object.assign(new Error('could not extend file "base/5/1": /secret/place'), {
    severity: 'ERROR',
    code,
  });
const ofSocket = (code: string): Error =>
  Object.assign(new Error(`connect ${code} 10.1.2.3:5432`), { code, syscall: 'connect' });

const PLAIN: readonly (readonly [string, Error, RegExp])[] = [
  ['a full disk', ofServer('53100'), /disk is full/],
  ['no memory', ofServer('53200'), /out of memory/],
  ['no connection left', ofServer('53300'), /max_connections/],
  ['a server that starts', ofServer('57P03'), /starting or stopping/],
  ['a server that was shut down', ofServer('57P01'), /connection to the store was lost/],
  ['a replica', ofServer('25006'), /can only be read/],
  ['a right that is missing', ofServer('42501'), /lacks a right/],
  ['a server that does not run', ofSocket('ECONNREFUSED'), /not running/],
  ['name servers that cannot be reached', ofSocket('EAI_AGAIN'), /cannot be looked up/],
  ['a host that is unknown', ofSocket('ENOTFOUND'), /not known/],
  ['a network that is down', ofSocket('ENETUNREACH'), /connection to the store was lost/],
  ['a connection that broke', ofSocket('ECONNRESET'), /connection to the store was lost/],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), /was lost/],
  ['a lost machine of Citus', ofServer('08006'), /One of the store’s machines/],
  ['any other error of the server', ofServer('XX000'), /PostgreSQL code XX000/],
];

describe('an error of PostgreSQL', () => {
  for (const [name, error, message] of PLAIN) {
    it(`an error is told plainly: ${name}`, () => {
      const plain = translatePostgresError(error);
      assert.ok(plain instanceof StoreUnavailable);
      assert.match(plain.message, message);
      assert.doesNotMatch(plain.message, /secret|10\.1\.2\.3/);
      assert.equal(plain.cause, error);
    });
  }

  it('an error that another writer causes is a busy store', () => {
    for (const code of ['55P03', '40001', '40P01'])
      assert.ok(translatePostgresError(ofServer(code)) instanceof StoreBusy);
  });

  it('an error that is a defect of Gridtide is not translated', () => {
    const defect = new TypeError('x is not a function');
    assert.equal(translatePostgresError(defect), defect);
    assert.equal(translateWriteError(defect), defect);
  });

  it('an error tells whether the server is alive', () => {
    assert.ok(isOfLivingServer(ofServer('53300')));
    assert.ok(isOfLivingServer(ofServer('28P01')));
    assert.equal(isConnectionLost(ofServer('08006')), false, 'only a machine behind it is gone');
    assert.ok(isConnectionLost(Object.assign(ofServer('08006'), { severity: 'FATAL' })));
    for (const error of [ofServer('57P03'), ofServer('57P01'), ofSocket('ECONNREFUSED')]) {
      assert.equal(isOfLivingServer(error), false);
      assert.ok(isConnectionLost(error));
    }
  });
});

describe('a write that is a transaction of its own', () => {
  it('a single write may be stored or not if its connection broke', () => {
    for (const error of [ofServer('57P01'), ofSocket('ECONNRESET'), ofSocket('EPIPE')])
      assert.ok(translateWriteError(error) instanceof CommitUnknown);
  });

  it('a single write is not stored if the server refused it or never got it', () => {
    const unsent = new Error('Client has encountered a connection error and is not queryable');
    for (const error of [ofServer('53100'), ofServer('25006'), unsent]) {
      const plain = translateWriteError(error);
      assert.ok(plain instanceof StoreUnavailable && !(plain instanceof CommitUnknown));
    }
  });
});

describe('a connection that cannot be made', () => {
  it('a failed connection is told with the driver’s code and without an address', () => {
    const error = Object.assign(new Error('Host: db.example.org. is not in the cert'), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const plain = translateConnectError(error) as Error;
    assert.match(plain.message, /\(ERR_TLS_CERT_ALTNAME_INVALID\): compare/);
    assert.doesNotMatch(plain.message, /example/);
  });
});
