// The functions of a source file and how many lines each has.

import { parseSync } from 'rolldown/utils';

export interface LongFunction {
  readonly name: string;
  /** The lines from its first to its last. */
  readonly lines: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** What tests and suites are made with, also by names such as `storeTest`. */
const MAKES_TESTS = /^(?:suite|describe|it|itLong|test|.+Test)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined;

/** Whether a statement is a test, or a loop over some. */
function makesTests(statement: unknown): boolean {
  if (!isNode(statement)) return false;
  if (statement.type === 'ForOfStatement') return isSuite(statement);
  const call = statement.expression;
  if (!isNode(call) || !isNode(call.callee)) return false;
  return MAKES_TESTS.test(nameOf(call.callee) ?? nameOf(call.callee.property) ?? '');
}

/** A suite is a list of tests, each with a function of its own. */
function isSuite({ body }: Node): boolean {
  return isNode(body) && Array.isArray(body.body) && body.body.some(makesTests);
}

/** The functions of a file that have more than `most` lines, without those that only list tests. */
export function functionsLongerThan(most: number, file: string, source: string): LongFunction[] {
  const found: LongFunction[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, name);
    } else if (isNode(value) && value.end - value.start > most) {
      const own = nameOf(value.id) ?? nameOf(value.key) ?? name;
      if (FUNCTIONS.includes(value.type) && !isSuite(value)) {
        const lines = source.slice(value.start, value.end).split('\n').length;
        if (lines > most) found.push({ name: own, lines });
      }
      for (const each of Object.values(value)) if (typeof each === 'object') visit(each, own);
    }
  };
  if (source.split('\n').length > most) visit(parseSync(file, source).program, '');
  return found;
}
