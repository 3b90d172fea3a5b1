import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionCrowd } from '#http/front/connection-crowd';

/** A crowd after eight turns in which a connection was accepted. */
function openCrowd(): ConnectionCrowd {
  const crowd = new ConnectionCrowd();
  for (let turn = 0; turn < 8; turn++) {
    assert.ok(!crowd.isWaiting);
    crowd.noticeConnection();
    crowd.endTurn(0);
  }
  return crowd;
}

describe('a crowd of connections', () => {
  it('eight turns in a row with a new connection are a crowd, and one without ends it', () => {
    const crowd = openCrowd();
    assert.ok(crowd.isWaiting);
    crowd.endTurn(0);
    assert.ok(!crowd.isWaiting);
    assert.ok(!crowd.isComing);
    assert.ok(crowd.leavesTurn(8));
  });

  it('connections are accepted for 20 ms before requests in line are answered, each time', () => {
    const crowd = openCrowd();
    assert.ok(!crowd.leavesTurn(8));
    assert.ok(!crowd.leavesTurn(28));
    assert.ok(crowd.leavesTurn(29));
    // However long the answering took.
    assert.ok(!crowd.leavesTurn(60));
    assert.ok(!crowd.leavesTurn(80));
    assert.ok(crowd.leavesTurn(81));
  });

  it('callers are answered in a quarter of that time, of which 5 ms can be saved up', () => {
    const crowd = openCrowd();
    assert.ok(crowd.sparesCallers(1_000));
    crowd.noteCaller(1_000);
    assert.ok(crowd.sparesCallers(1_004));
    crowd.noteCaller(1_004);
    assert.ok(!crowd.sparesCallers(1_015));
    // The turn took 15 ms: 10 more than were saved up.
    crowd.endTurn(1_015);
    assert.ok(!crowd.sparesCallers(1_055));
    assert.ok(crowd.sparesCallers(1_056));
  });
});
