// The web page reaches the server through the client and in no other way.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listSources, readText } from '../../harness/architecture/import-graph.ts';
import { withoutComments } from '../../harness/architecture/read-imports.ts';

/** What sends requests in a browser. A link, a picture and an import are the browser's own. */
const SENDERS = /\b(?:fetch|EventSource|XMLHttpRequest|WebSocket|sendBeacon|WebTransport)\b/g;

/**
 * The code without the texts in it: examples for users are texts. What stands between the braces of a template is
 * code again.
 */
function withoutTexts(code: string): string {
  let rest = '';
  /** Open templates, each with the braces that are open inside of it. */
  const templates: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const sign = code[at]!;
    const isInTemplate = templates.at(-1) === 0;
    if (isInTemplate) {
      if (sign === '`') templates.pop();
      if (sign === '$' && code[at + 1] === '{') templates[templates.length - 1] = 1;
      if (sign === '\\' || (sign === '$' && code[at + 1] === '{')) at++;
    } else if (sign === '`') templates.push(0);
    else if (sign === "'" || sign === '"') at = endOfText(code, at);
    else {
      if (templates.length > 0 && sign === '{') templates[templates.length - 1]!++;
      if (templates.length > 0 && sign === '}') templates[templates.length - 1]!--;
      rest += sign;
    }
  }
  return rest;
}

/** The closing quote of the text that begins at `start`; the start itself if it does not end on its line. */
function endOfText(code: string, start: number): number {
  for (let at = start + 1; at < code.length && code[at] !== '\n'; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === code[start]) return at;
  }
  return start;
}

const sendersIn = (code: string): string[] =>
  [...withoutTexts(withoutComments(code)).matchAll(SENDERS)].map(([name]) => name);

suite('the page’s only way to the server', () => {
  test('requests in code are found, and those in texts are not', () => {
    const dollar = '$';
    for (const [code, found] of [
      ['await fetch(address)', ['fetch']],
      ['window.fetch(address); new EventSource(a)', ['fetch', 'EventSource']],
      ['const { fetch: send } = globalThis;', ['fetch']],
      ['const text = `await fetch(1)`;', []],
      [`const text = \`a ${dollar}{await fetch(1)} b\`; text`, ['fetch']],
      [`\`a ${dollar}{ { b: \`${dollar}{c}\` } } fetch\`; fetch`, ['fetch']],
      ["const text = 'it\\'s fetch'; // fetch", []],
      ['<p>don’t</p>; fetch()', ['fetch']],
      ["<p>don't</p>\nfetch()", ['fetch']],
    ] as const) {
      assert.deepEqual(sendersIn(code), found, code);
    }
  });

  test('no file of the explorer or of its views sends a request by itself', () => {
    const files = ['src/explorer', 'src/view'].flatMap(listSources);
    assert.ok(files.length > 200);
    const found = files
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/explorer/build/'))
      .flatMap((file) => sendersIn(readText(file)).map((name) => `${file}: ${name}`));
    assert.deepEqual(found, [], 'ask through src/client');
  });
});
