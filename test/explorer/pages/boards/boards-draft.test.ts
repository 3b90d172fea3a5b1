// A board's draft: moving, changing, removing and undoing; and the names and pictures of boards.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BoardShape } from '#contract/boards';
import {
  bodyOf,
  changePanel,
  draftOf,
  isSame,
  movePanel,
  placeOf,
  removePanel,
  undone,
  withDraft,
} from '#explorer/pages/boards/edit/board-draft.ts';
import { imageHtml } from '#explorer/pages/boards/links/image-html.ts';
import { firstPanels } from '#explorer/pages/boards/list/first-panels.ts';

const panelOf = (title: string) => ({
  view: `/s/${title}`,
  title,
  part: 'view' as const,
  width: 'half' as const,
});

const BOARD: BoardShape = {
  ...{ id: '1', name: 'Morning', shared: false, own: true, owner: 'demo', version: 3 },
  changed: '2026-11-13T09:00:00Z',
  panels: ['a', 'b', 'c'].map(panelOf),
};

const titlesOf = ({ panels }: { panels: readonly { title: string }[] }): string =>
  panels.map(({ title }) => title).join('');

describe('the draft of a board', () => {
  const { draft } = draftOf(BOARD);

  it('a panel moves by places and keeps its key', () => {
    const moved = movePanel(draft, 0, 1);
    assert.equal(titlesOf(moved), 'bac');
    assert.equal(placeOf(moved, 0), 1);
    assert.equal(titlesOf(movePanel(moved, 0, 1)), 'bca');
    assert.equal(titlesOf(movePanel(draft, 2, -2)), 'cab');
  });

  it('a panel at an end stays, and the draft is the same object', () => {
    assert.equal(movePanel(draft, 0, -1), draft);
    assert.equal(movePanel(draft, 2, 1), draft);
  });

  it('a change of one panel leaves the others', () => {
    const changed = changePanel(draft, 1, { width: 'full', title: 'B' });
    assert.equal(titlesOf(changed), 'aBc');
    assert.deepEqual(
      changed.panels.map(({ width }) => width),
      ['half', 'full', 'half'],
    );
  });

  it('undo takes back the last change, and nothing if none was made', () => {
    const removed = withDraft(draftOf(BOARD), removePanel(draft, 1));
    assert.equal(titlesOf(removed.draft), 'ac');
    assert.equal(titlesOf(undone(removed).draft), 'abc');
    assert.deepEqual(undone(undone(removed)), undone(removed));
  });

  it('a draft that was changed and changed back is the same as the board', () => {
    const back = movePanel(movePanel(draft, 0, 1), 0, -1);
    assert.ok(isSame(bodyOf(back), BOARD));
    assert.ok(!isSame(bodyOf(movePanel(draft, 0, 1)), BOARD));
    assert.ok(!isSame(bodyOf({ ...draft, shared: true }), BOARD));
  });

  it('a body has no keys of the page, and a name without blanks around it', () => {
    const body = bodyOf({ ...draft, name: ' Evening ' });
    assert.equal(body.name, 'Evening');
    assert.deepEqual(Object.keys(body.panels[0]!).sort(), ['part', 'title', 'view', 'width']);
  });
});

describe('the first board', () => {
  it('a first board has the pinned series, then the recent ones, each once', () => {
    const panels = firstPanels(['dehrprice', 'frhrprice'], ['frhrprice', 'no1hrprice']);
    assert.deepEqual(
      panels.map(({ view }) => view),
      ['/s/dehrprice', '/s/frhrprice', '/s/no1hrprice'],
    );
    assert.equal(firstPanels(['a', 'b', 'c', 'd'], ['e', 'f', 'g']).length, 6);
  });

  it('a user without series begins with the start page', () => {
    assert.deepEqual(
      firstPanels([], []).map(({ view, part }) => `${view} ${part}`),
      ['/ figures', '/ view'],
    );
  });
});

describe('the picture of a board as HTML', () => {
  it('a name with marks of HTML stays text', () => {
    assert.equal(
      imageHtml('https://x.example/api/v1/pictures/s.png', 'A "b" <c> & d'),
      '<img src="https://x.example/api/v1/pictures/s.png?width=800" width="800" alt="A &quot;b&quot; &lt;c&gt; &amp; d">',
    );
  });
});
