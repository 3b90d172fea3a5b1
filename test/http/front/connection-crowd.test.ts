import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionCrowd } from '#http/front/connection-crowd';

/** Eight turns of a millisecond each, in which a connection was accepted. */
function openCrowd(): ConnectionCrowd {
  const crowd = new ConnectionCrowd();
  for (let turn = 0; turn < 8; turn++) {
    assert.ok(!crowd.isWaiting);
    crowd.noticeConnection();
    crowd.endTurn(turn);
  }
  return crowd;
}

describe('a crowd of connections', () => {
  it('eight turns in a row with a new connection are a crowd, and one without ends it', () => {
    const crowd = openCrowd();
    assert.ok(crowd.isWaiting);
    crowd.endTurn(8);
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

  it('callers are answered in a quarter of that time, even if none were for long', () => {
    const crowd = openCrowd();
    assert.ok(crowd.sparesCallers(8));
    crowd.noteCaller(3);
    assert.ok(!crowd.sparesCallers(8));
    assert.ok(!crowd.sparesCallers(11));
    assert.ok(crowd.sparesCallers(12));
    crowd.noticeConnection();
    crowd.endTurn(1_000);
    crowd.noteCaller(3);
    assert.ok(!crowd.sparesCallers(1_011));
    assert.ok(crowd.sparesCallers(1_012));
  });
});
