// Parses the part of Go's templates that our chart uses. Everything else is refused, so that what a test renders
// is what Helm renders.

export type Expression =
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly fromRoot: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | {
      readonly kind: 'if' | 'with';
      readonly value: Expression;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
    }
  | {
      readonly kind: 'range';
      readonly names: readonly string[];
      readonly value: Expression;
      readonly body: readonly Node[];
    }
  | { readonly kind: 'define'; readonly name: string; readonly body: readonly Node[] };

interface Piece {
  readonly isAction: boolean;
  readonly text: string;
}

/** Text and actions in turn; `{{-` and `-}}` have taken the blanks beside them. */
function cut(template: string): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let at = 0;
  for (const found of template.matchAll(/\{\{(-?)([\s\S]*?)(-?)\}\}/g)) {
    text += template.slice(at, found.index);
    if (found[1]) text = text.trimEnd();
    pieces.push({ isAction: false, text }, { isAction: true, text: found[2]!.trim() });
    at = found.index + found[0].length;
    text = '';
    if (found[3]) at += template.slice(at).length - template.slice(at).trimStart().length;
  }
  return [...pieces, { isAction: false, text: text + template.slice(at) }];
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(\d+)|(\$?(?:\.\w+)+|\$\w*|\.)|(:=|[|(),])|([\w.]+))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.trimEnd().length; ) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`not understood: {{ ${text} }}`);
    tokens.push(found.slice(1).find((one) => one !== undefined)!);
  }
  return tokens;
}

/** Reads a pipeline: what stands before a bar is the last argument of what stands behind it. */
function readPipeline(tokens: string[]): Expression {
  let value = readCall(tokens);
  while (tokens[0] === '|') {
    tokens.shift();
    const next = readCall(tokens);
    if (next.kind !== 'call') throw new Error('only a function can stand behind a bar');
    value = { ...next, args: [...next.args, value] };
  }
  return value;
}

function readCall(tokens: string[]): Expression {
  const first = readTerm(tokens);
  if (first.kind !== 'call') return first;
  const args: Expression[] = [];
  while (tokens.length > 0 && !['|', ')'].includes(tokens[0]!)) args.push(readTerm(tokens));
  return { ...first, args };
}

function readTerm(tokens: string[]): Expression {
  const token = tokens.shift() ?? '';
  if (token === '(') {
    const inner = readPipeline(tokens);
    if (tokens.shift() !== ')') throw new Error('a bracket is not closed');
    return inner;
  }
  if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) };
  if (/^\d+$/.test(token)) return { kind: 'literal', value: Number(token) };
  if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' };
  if (/^\$\w+$/.test(token)) return { kind: 'variable', name: token };
  if (/^\$?\.|^\$$/.test(token)) {
    const path = token.replace(/^\$/, '').split('.').filter(Boolean);
    return { kind: 'field', path, fromRoot: token.startsWith('$') };
  }
  if (/^[a-zA-Z]\w*$/.test(token)) return { kind: 'call', name: token, args: [] };
  throw new Error(`not understood: ${token}`);
}

function readWhole(text: string): Expression {
  const tokens = tokensOf(text);
  const value = readPipeline(tokens);
  if (tokens.length > 0) throw new Error(`too much: {{ ${text} }}`);
  return value;
}

/** `$name, $value := .Values.settings`, or a pipeline alone. */
function readRange(text: string): { names: string[]; value: Expression } {
  const [names, value] = text.includes(':=') ? text.split(':=') : ['', text];
  return {
    names: names!
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    value: readWhole(value!),
  };
}

export function parseTemplate(template: string): Node[] {
  const pieces = cut(template);
  const nodes = readNodes(pieces);
  if (pieces.length > 0) throw new Error(`{{ ${pieces[0]!.text} }} has no beginning`);
  return nodes;
}

/** Reads until an `else` or `end`, which stays. */
function readNodes(pieces: Piece[]): Node[] {
  const nodes: Node[] = [];
  for (let piece = pieces[0]; piece; piece = pieces[0]) {
    if (piece.isAction && /^(?:else|end)\b/.test(piece.text)) break;
    pieces.shift();
    if (!piece.isAction) nodes.push({ kind: 'text', text: piece.text });
    else if (!piece.text.startsWith('/*')) nodes.push(readAction(piece.text, pieces));
  }
  return nodes;
}

function readAction(text: string, pieces: Piece[]): Node {
  const [, word = '', rest = ''] = /^(if|with|range|define)\s+([\s\S]+)$/.exec(text) ?? [];
  if (word === '') return { kind: 'output', value: readWhole(text) };
  const body = readNodes(pieces);
  const otherwise = word === 'if' || word === 'with' ? readElse(pieces) : [];
  if (pieces.shift()?.text !== 'end') throw new Error(`{{ ${text} }} has no end`);
  if (word === 'range') return { kind: 'range', ...readRange(rest), body };
  if (word === 'define') return { kind: 'define', name: JSON.parse(rest), body };
  return { kind: word as 'if' | 'with', value: readWhole(rest), body, otherwise };
}

function readElse(pieces: Piece[]): Node[] {
  if (pieces[0]?.text !== 'else') return [];
  pieces.shift();
  return readNodes(pieces);
}
