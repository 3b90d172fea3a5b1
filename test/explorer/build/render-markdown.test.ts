// The docs as HTML: the part of Markdown that our pages use, and the list of them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guideToday, readGuideList } from '#explorer/build/guide-list.ts';
import { renderMarkdown } from '#explorer/build/render-markdown.ts';

const targets = {
  link: (target: string) => (target.startsWith('../') ? undefined : `/to/${target}`),
  picture: (target: string) => (target === 'absent.png' ? undefined : `/picture/${target}`),
};
const html = (text: string): string => renderMarkdown(text, targets).html;

describe('Markdown', () => {
  it('headings have the anchors of GitHub, the second of a name one of its own', () => {
    const page = renderMarkdown('# A `b`: c\n\n## Run it\n\n## Run it\n', targets);
    assert.equal(page.title, 'A b: c');
    assert.deepEqual(
      page.headings.map(({ id }) => id),
      ['run-it', 'run-it-1'],
    );
    assert.match(page.html, /<h1 id="a-b-c">A <code>b<\/code>: c<\/h1>/);
  });

  it('code, strong, emphasis, links and pictures stand within a line', () => {
    assert.equal(
      html('a `<b>` **c** *d* [`e`](f.md#g), [out](../README.md) ![h](i.png)'),
      '<p>a <code>&lt;b&gt;</code> <strong>c</strong> <em>d</em> ' +
        '<a href="/to/f.md#g"><code>e</code></a>, out <img src="/picture/i.png" alt="h" loading="lazy"></p>',
    );
    assert.equal(html('2 * 3 * 4 < 5 & "x"'), '<p>2 * 3 * 4 &lt; 5 &amp; &quot;x&quot;</p>');
    assert.equal(html('![gone](absent.png)'), '<p>gone</p>');
  });

  it('text is never taken for HTML', () => {
    assert.equal(html('<script>alert(1)</script>'), '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    assert.match(html('[x](")onclick=")'), /href="\/to\/&quot;"/);
  });

  it('a table has its numbers on the right, and a bar within code is no border', () => {
    const table = html('| name | n |\n|---|---:|\n| `a|b` | 1 \\| 2 |\n\nAfter.');
    assert.match(table, /<th scope="col">name<\/th><th scope="col" class="guide-number">n<\/th>/);
    assert.match(table, /<td><code>a\|b<\/code><\/td><td class="guide-number">1 \| 2<\/td>/);
    assert.match(table, /<p>After\.<\/p>$/);
  });

  it('an item of a list may have code and further paragraphs', () => {
    assert.equal(
      html('1. First:\n\n   ```sh\n   a <b\n     c\n   ```\n\n   More.\n\n2. Second\n'),
      '<ol><li>First:\n<pre tabindex="0"><code>a &lt;b\n  c</code></pre>\n<p>More.</p></li><li>Second</li></ol>',
    );
    assert.equal(html('- a\n- b\n\nc'), '<ul><li>a</li><li>b</li></ul>\n<p>c</p>');
  });

  it('comments are left out, and lines of a paragraph are joined', () => {
    assert.equal(html('<!-- generated\nby us -->\n\na\nb\n'), '<p>a b</p>');
    assert.equal(html('a\n```\n# b\n```'), '<p>a</p>\n<pre tabindex="0"><code># b</code></pre>');
  });
});

describe('the list of guides', () => {
  it('the list has the groups of the map, and only pages of the docs', () => {
    const map =
      '# Map\n\nBegin [here](start/a.md).\n\n## Start\n\n- [A](start/a.md): first.\n- [C](start/more/c.md): third.\n\n## Other\n\n- [B](../B.md): out.\n';
    assert.deepEqual(readGuideList(map), [
      {
        title: 'Start',
        guides: [
          { name: 'start/a', title: 'A', about: 'first.' },
          { name: 'start/more/c', title: 'C', about: 'third.' },
        ],
      },
    ]);
  });

  it('the address that a page had before it went into a folder leads to the page', () => {
    const names = ['how-to/run/install', 'how-to/import'];
    const today = (name: string): string => guideToday(name, (one) => names.includes(one));
    assert.equal(today('how-to/install'), 'how-to/run/install');
    assert.equal(today('how-to/import'), 'how-to/import');
    assert.equal(today('how-to/nothing'), 'how-to/nothing');
  });
});
