// The texts on the schedule of the server's own model runs.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { findZone, UTC } from '#core/time/zone';
import { statusLine, statusWarning } from '#explorer/pages/forecasts/runs/status-text.ts';

describe('the state of the server’s own runs', () => {
  const berlin = findZone('Europe/Berlin')!;
  const status: ForecastStatusAnswer = {
    scheduled: true,
    hours: [6, 12],
    dueTime: '2026-11-13T12:00:00Z',
    state: 'done',
    late: false,
    note: '105 made',
    lastDueTime: '2026-11-13T12:00:00Z',
    lastDoneTime: '2026-11-13T12:03:00Z',
    nextDueTime: '2026-11-14T06:00:00Z',
  };

  it('the status of punctual runs is a line without a warning', () => {
    assert.equal(statusWarning(status, berlin), undefined);
    assert.equal(
      statusLine(status, berlin),
      'The last scheduled model run was that of Fri 13 Nov 13:00 CET. The next is due at Sat 14 Nov 07:00 CET.',
    );
  });

  it('a server that makes no runs has no status', () => {
    const none = { ...status, scheduled: false, dueTime: null, state: 'waiting' };
    assert.equal(statusLine(none, UTC), '');
    assert.equal(statusWarning(none, UTC), undefined);
  });

  it('late runs raise a warning, whether begun or not', () => {
    const late = { ...status, late: true, lastDueTime: '2026-11-13T06:00:00Z' };
    const waiting = statusWarning({ ...late, state: 'waiting' }, UTC)!;
    assert.equal(waiting.title, 'Late.');
    assert.match(waiting.text, /^The model runs of Fri 13 Nov 12:00 UTC have not been made\./);
    assert.match(waiting.text, /the last runs were those of Fri 13 Nov 06:00 UTC\.$/);
    assert.match(statusWarning({ ...late, state: 'running' }, UTC)!.text, /are still being made/);
  });

  it('the runs of a first start are not late while they are made', () => {
    const first = { ...status, state: 'running', late: true, lastDueTime: null };
    assert.equal(statusWarning(first, UTC), undefined);
    assert.match(statusLine(first, UTC), /are being made\.$/);
  });

  it('failed runs raise a warning at once, with the server’s note', () => {
    const failed = { ...status, state: 'failed', note: 'out of memory' };
    assert.deepEqual(
      [statusWarning(failed, UTC)!.title, statusWarning(failed, UTC)!.why],
      ['Failed.', 'out of memory'],
    );
  });
});
