// What a role, a key and both together may do. The rows are the rule; the properties hold for all of them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Caller,
  findHolder,
  hasRight,
  type Right,
  requireRight,
  writePatternsOf,
} from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { Refusal } from '#core/errors';
import type { AccountStore, Credential, Grant, Role, User } from '#store/account-store';
import { runs } from '../core/properties.ts';

type Kind = Credential['kind'];

const ROLES: readonly Role[] = ['reader', 'writer', 'auditor', 'operator'];
const KINDS: readonly Kind[] = ['token', 'key', 'writer', 'auditor', 'operator', 'session', 'link'];
const RIGHTS: readonly Right[] = ['write', 'audit', 'operate'];

interface Facts {
  readonly role: Role;
  readonly writes?: readonly string[];
  readonly plan?: readonly string[];
  readonly kind: Kind;
  /** The series that a key is for; undefined: all. */
  readonly only?: readonly string[] | undefined;
}

function grantOf({ role, writes = [], plan = ['*'], kind, only }: Facts): Grant {
  const user: User = {
    ...{ id: 1, name: 'anna', passwordHash: null, planName: 'p', isDisabled: false },
    ...{ role, writePatterns: writes, isService: false, createdAt: 0 },
  };
  const scope = only === undefined ? {} : { patterns: only };
  const times = { createdAt: 0, expiresAt: null };
  const limits = { requestsPerMinute: 1, pointsPerAnswer: 1 };
  return {
    user,
    plan: { name: 'p', patterns: plan, ...limits },
    credential: { hash: 'h', userId: 1, kind, name: null, ...times, ...scope },
  };
}

/** The caller as a request gets it: through the one function that finds callers. */
function callerOf(facts: Facts): Caller {
  const accounts = { findGrant: () => grantOf(facts) } as unknown as AccountStore;
  return findHolder(accounts, 'h', 0) as Caller;
}

/** Role, what is presented, what it may do with dehrprice: r(ead), w(rite), a(udit), o(perate). */
const TABLE = `
role     | presented            | may
reader   | session              | r
reader   | token                | r
reader   | key                  | r
reader   | writer key           | r
reader   | auditor key          | r
reader   | operator key         | r
writer   | session              | r w
writer   | token                | r
writer   | key                  | r
writer   | writer key           | r w
writer   | writer key for de*   | r w
writer   | writer key for fr*   |
writer   | auditor key          | r
writer   | operator key         | r w
auditor  | session              | r a
auditor  | token                | r
auditor  | key                  | r
auditor  | writer key           | r
auditor  | auditor key          | r a
auditor  | auditor key for de*  | r
auditor  | operator key         | r a
operator | session              | r w a o
operator | token                | r
operator | key                  | r
operator | key for de*          | r
operator | key for fr*          |
operator | writer key           | r w
operator | writer key for *price | r w
operator | auditor key          | r a
operator | operator key         | r w a o
operator | operator key for de* | r w
`;

describe('the rights of a caller', () => {
  const [, ...rows] = TABLE.trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()) as [Role, string, string]);
  for (const [role, presented, may] of rows) {
    it(`a ${role} with a ${presented} may do exactly: ${may || 'nothing'}`, () => {
      const [, word, only] = /^(.*?)(?: for (\S+))?$/.exec(presented)!;
      const kind = word!.replace(/ key$/, '') as Kind;
      const writes = role === 'writer' ? ['de*'] : [];
      const caller = callerOf({ role, writes, kind, only: only ? [only] : undefined });
      const found = [
        ...(mayRead(caller.plan, 'dehrprice') ? ['r'] : []),
        ...RIGHTS.filter((right) => hasRight(caller, right, 'dehrprice')).map(([letter]) => letter),
      ];
      assert.equal(found.join(' '), may);
    });
  }

  it('a writer writes no series that its patterns do not match', () => {
    const caller = callerOf({ role: 'writer', writes: ['de*'], kind: 'writer' });
    assert.equal(hasRight(caller, 'write', 'frhrprice'), false);
    assert.throws(
      () => requireRight(caller, 'write', 'frhrprice'),
      (error) =>
        error instanceof Refusal &&
        error.code === 'series_not_writable' &&
        error.faults[0]?.allowed?.join() === 'de*',
    );
  });

  it('a refusal says what the caller may do', () => {
    const said = (facts: Facts, right: Right): string => {
      try {
        requireRight(callerOf(facts), right, 'dehrprice');
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'operator_key_needed');
        return error.message;
      }
      return 'allowed';
    };
    assert.match(said({ role: 'reader', kind: 'session' }, 'audit'), /session may read; its user/);
    assert.match(said({ role: 'auditor', kind: 'auditor' }, 'write'), /change nothing; an oper/);
    assert.match(
      said({ role: 'writer', writes: ['de*'], kind: 'writer' }, 'operate'),
      /write values, runs and definitions of its series; an operator key/,
    );
    assert.match(
      said({ role: 'reader', kind: 'operator' }, 'operate'),
      /key may read; an operator/,
    );
  });

  it('a service account’s token and session are no caller, its key is one', () => {
    const find = (kind: Kind) => {
      const grant = grantOf({ role: 'operator', kind });
      const accounts = {
        findGrant: () => ({ ...grant, user: { ...grant.user, isService: true } }),
      } as unknown as AccountStore;
      return findHolder(accounts, 'h', 0);
    };
    for (const kind of KINDS) {
      const isRefused = kind === 'token' || kind === 'session';
      assert.equal(find(kind) === undefined, isRefused, kind);
    }
  });
});

const pattern = fc
  .array(fc.constantFrom('d', 'e', 'fr', 'price', '*'), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join('').replace(/\*+/g, '*'));
const patterns = fc.array(pattern, { maxLength: 4 });
const code = fc
  .array(fc.constantFrom('d', 'e', 'fr', 'price', 'x'), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''));
const role = fc.constantFrom(...ROLES);
const facts = fc.record({
  ...{ role, writes: patterns, plan: patterns, kind: fc.constantFrom(...KINDS) },
  only: fc.option(patterns, { nil: undefined }),
});

/** What a user may do at most: with a session, and without a limit to some series. */
const ownerOf = (given: Facts): Caller => callerOf({ ...given, kind: 'session', only: undefined });

const isMatched = (list: readonly string[], id: string): boolean => mayRead({ patterns: list }, id);

describe('the rights of a key, for all plans, patterns and series', () => {
  it('a key never has more than its user has at the moment of use', () => {
    fc.assert(
      fc.property(facts, code, (given, id) => {
        const [caller, owner] = [callerOf(given), ownerOf(given)];
        for (const right of RIGHTS) {
          if (hasRight(caller, right, id)) assert.ok(hasRight(owner, right, id), right);
        }
        if (mayRead(caller.plan, id)) assert.ok(mayRead(owner.plan, id));
      }),
      runs(2_000),
    );
  });

  it('a key for some series never reads or writes another one', () => {
    fc.assert(
      fc.property(facts, code, (given, id) => {
        const { only } = given;
        if (only === undefined) return;
        const caller = callerOf(given);
        if (isMatched(only, id)) return;
        assert.equal(mayRead(caller.plan, id), false);
        for (const right of RIGHTS) assert.equal(hasRight(caller, right, id), false, right);
      }),
      runs(2_000),
    );
  });

  it('a key reads exactly what its plan and its own patterns have in common', () => {
    fc.assert(
      fc.property(facts, code, (given, id) => {
        const { only, plan } = given;
        const expected = isMatched(plan, id) && (only === undefined || isMatched(only, id));
        assert.equal(mayRead(callerOf(given).plan, id), expected);
      }),
      runs(2_000),
    );
  });

  it('a writer’s key writes exactly what the user’s and its own patterns have in common', () => {
    fc.assert(
      fc.property(facts, code, ({ only, writes }, id) => {
        const caller = callerOf({ role: 'writer', writes, kind: 'writer', only });
        const expected = isMatched(writes, id) && (only === undefined || isMatched(only, id));
        assert.equal(hasRight(caller, 'write', id), expected);
        assert.equal(isMatched(writePatternsOf(caller), id), expected);
      }),
      runs(2_000),
    );
  });
});
