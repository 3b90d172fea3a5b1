import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findRights, readGroupMap } from '#accounts/sso/group-map';

const ROWS = readGroupMap(`[
  {"group": "gt-ops", "plan": "all", "role": "operator"},
  {"group": "gt-traders", "plan": "nordic"},
  {"group": "gt-all", "plan": "all", "role": "reader"},
  {"group": "gt-desk", "plan": "all", "role": "writer", "series": ["de*", "fr*"]},
  {"group": "gt-audit", "plan": "all", "role": "auditor"},
  {"group": "gt-traders", "plan": "never"}
]`);

const SCENARIOS: readonly (readonly [groups: readonly string[], rights: string])[] = [
  [['gt-traders'], 'nordic'],
  [['gt-all'], 'all'],
  [['gt-ops'], 'all, operator'],
  [['gt-traders', 'gt-ops'], 'all, operator'],
  [['gt-all', 'gt-traders'], 'nordic'],
  [['others', 'gt-all'], 'all'],
  [['gt-desk', 'gt-audit'], 'all, writer of de*,fr*'],
  [['gt-audit'], 'all, auditor'],
  [[], 'none'],
  [['others'], 'none'],
  [['GT-OPS'], 'none'],
  [['gt-ops '], 'none'],
  [['gt-*'], 'none'],
  [['__proto__', 'group'], 'none'],
];

suite('the map of groups', () => {
  for (const [groups, expected] of SCENARIOS) {
    test(`a user in ${JSON.stringify(groups)} gets ${expected}`, () => {
      const rights = findRights(ROWS, groups);
      const { planName = 'none', role = 'reader', writePatterns = [] } = rights ?? {};
      const found = `${planName}${role === 'reader' ? '' : `, ${role}`}${writePatterns.length > 0 ? ` of ${writePatterns}` : ''}`;
      assert.equal(found, expected);
    });
  }

  for (const [text, message] of [
    ['', /^OIDC_MAP must be a JSON list/],
    ['{"group":"a","plan":"b"}', /^OIDC_MAP must be a JSON list/],
    ['[{"group":"a","plan":"b"}', /^OIDC_MAP must be a JSON list/],
    ['[]', /^OIDC_MAP has 1 to 1000 rows .*, not 0$/],
    ['[1]', /^OIDC_MAP: row 1 is not an object/],
    ['[{"group":"a","plan":"b"},null]', /^OIDC_MAP: row 2 is not an object/],
    ['[{"group":"a"}]', /^OIDC_MAP: row 1 needs plan, a text/],
    ['[{"group":"","plan":"b"}]', /^OIDC_MAP: row 1 needs group, a text/],
    ['[{"group":["a"],"plan":"b"}]', /^OIDC_MAP: row 1 needs group, a text/],
    [
      '[{"group":"a","plna":"b"}]',
      /has the field "plna" \(did you mean plan\?\); allowed are group/,
    ],
    ['[{"group":"a","plan":"b","role":"root"}]', /row 1: role: not a role: "root"/],
    ['[{"group":"a","plan":"b","role":null}]', /row 1: role must be a text/],
    ['[{"group":"a","plan":"b","role":"writer"}]', /row 1: series: a writer needs patterns/],
    ['[{"group":"a","plan":"b","series":["de*"]}]', /row 1: series: only a writer has patterns/],
    ['[{"group":"a","plan":"b","role":"writer","series":"de*"}]', /series must be a list/],
  ] as const) {
    test(`OIDC_MAP=${text} is refused with a sentence`, () => {
      assert.throws(() => readGroupMap(text), { message });
    });
  }
});
