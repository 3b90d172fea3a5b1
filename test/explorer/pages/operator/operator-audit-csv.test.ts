import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { auditCsv, filterAudit } from '#explorer/pages/operator/audit-csv.ts';

const entry = {
  ...{ journal: 'accounts', id: 3, recordedAt: '2024-05-17T10:00:00.000Z', actor: 'anna' },
  ...{ kind: 'user-added', name: 'robot', detail: 'Added with plan "all".' },
};

suite('the audit as CSV', () => {
  test('every cell of the audit is quoted, and quotes are doubled', () => {
    assert.equal(
      auditCsv([entry]),
      'recordedAt,actor,kind,name,detail,journal,id\n"2024-05-17T10:00:00.000Z","anna","user-added","robot","Added with plan ""all"".","accounts","3"\n',
    );
  });

  for (const name of ['=1+1', '+1', '-1', '@x', '\tx', '\rx']) {
    test(`a name ${JSON.stringify(name)} in the audit is no formula`, () => {
      assert.ok(auditCsv([{ ...entry, name }]).includes(`"'${name}"`));
    });
  }

  test('a filter of the audit needs every word, in any case and place', () => {
    assert.equal(filterAudit([entry], 'ANNA robot').length, 1);
    assert.equal(filterAudit([entry], 'anna bert').length, 0);
    assert.equal(filterAudit([entry], '').length, 1);
  });
});
