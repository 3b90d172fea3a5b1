// Texts for people are not mutated: a test that repeats a sentence word by word proves nothing. What is
// in the braces of such a text goes with it; conditions that lead to a message are mutated as all else.

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
}

interface Path {
  readonly node: Node;
  readonly parent: Node | undefined;
  readonly listKey?: string | undefined;
  /** Position in the list, such as that of an argument. */
  readonly key?: string | number | null;
}

/** Which argument of whom is the sentence that a caller, an operator or a developer reads. */
const SENTENCE_AT: Readonly<Record<string, number>> = {
  Error: 0,
  damaged: 0,
  refuse: 0,
  Refusal: 1,
  refuseField: 2,
};
function whyIgnored({ node, parent, listKey, key }: Path): string | undefined {
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
  if (!isText || listKey !== 'arguments') return undefined;
  return SENTENCE_AT[parent?.callee?.name ?? ''] === key ? 'the words of a refusal' : undefined;
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'messages', {
    shouldIgnore: (path) => whyIgnored(path as Path),
  }),
];
