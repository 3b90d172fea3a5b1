// The request for several series: quoted for each language, and no token in it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeManySnippet } from '#explorer/pages/compare/table/many-snippets.ts';

const REQUEST = {
  origin: 'https://gridtide.example',
  seriesIds: ['dehrprice', 'frhrprice'],
  from: 'today-7',
  to: 'today',
  resolution: 'day',
};
const BODY =
  '{"SeriesIds":["dehrprice","frhrprice"],"FromDateTime":"today-7","ToDateTime":"today","Resolution":"day"}';
const LANGUAGES = ['curl', 'typescript', 'python', 'excel'] as const;

suite('the request for several series', () => {
  test('every language asks for all series at once', () => {
    for (const language of ['curl', 'typescript', 'python'] as const)
      assert.ok(writeManySnippet(language, REQUEST).includes(BODY), language);
    assert.ok(writeManySnippet('excel', REQUEST).includes(BODY.replaceAll('"', '""')));
  });

  test('what is at its default is left out', () => {
    const text = writeManySnippet('curl', { ...REQUEST, from: '', to: '', resolution: 'native' });
    assert.ok(text.includes(`-d '{"SeriesIds":["dehrprice","frhrprice"]}'`));
  });

  test('text of an address cannot leave its quotes, and control characters are dropped', () => {
    const hostile = { ...REQUEST, from: `'; rm -rf / #"#(lf)\u001b[2J` };
    const curl = writeManySnippet('curl', hostile);
    assert.ok(curl.includes(`"'\\''; rm -rf / #\\"#(lf)[2J"`));
    assert.ok(writeManySnippet('excel', hostile).includes(`'; rm -rf / #\\""#(#)(lf)[2J`));
    for (const language of LANGUAGES) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it must not occur
      assert.doesNotMatch(writeManySnippet(language, hostile), /\u001b/);
    }
  });
});
