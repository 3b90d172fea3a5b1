// What a board may hold, at each bound and just beyond.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkNewBoard, isViewAddress } from '#accounts/boards/check-board';
import { Refusal } from '#core/errors';

const fieldOf = (draft: object): string | undefined => {
  try {
    checkNewBoard(draft);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return `${error.code} ${error.faults[0]!.field}`;
  }
};
const withPanel = (panel: object): object => ({ name: 'x', panels: [{ view: '/', ...panel }] });

describe('the bounds of a board', () => {
  for (const [what, draft, refused] of [
    ['a name of 80 characters', { name: 'n'.repeat(80) }, undefined],
    ['a name of 80 characters beyond the first plane', { name: '🌊'.repeat(80) }, undefined],
    ['a name of 81 characters', { name: 'n'.repeat(81) }, 'field_invalid name'],
    ['a name in blanks that do not count', { name: `  ${'n'.repeat(80)}  ` }, undefined],
    ['an empty name', { name: '' }, 'field_invalid name'],
    ['a name of blanks', { name: ' \t ' }, 'field_invalid name'],
    ['a name with a line break', { name: 'a\nb' }, 'field_invalid name'],
    ['a name with a NUL', { name: 'a\0b' }, 'field_invalid name'],
    ['a name with a C1 control', { name: 'a\u0085b' }, 'field_invalid name'],
    ['a name with half a surrogate pair', { name: 'a\ud800b' }, 'field_invalid name'],
    ['a name that turns text round', { name: 'a\u202eb' }, 'field_invalid name'],
    ['no name', {}, 'field_missing name'],
    ['24 panels', { name: 'x', panels: Array(24).fill({ view: '/' }) }, undefined],
    ['25 panels', { name: 'x', panels: Array(25).fill({ view: '/' }) }, 'field_invalid panels'],
    ['a title of 120 characters', withPanel({ title: 't'.repeat(120) }), undefined],
    ['a title of 121', withPanel({ title: 't'.repeat(121) }), 'field_invalid panels.0.title'],
    ['a title with a control', withPanel({ title: 'a\u0007' }), 'field_invalid panels.0.title'],
    ['a view of 2,000 characters', withPanel({ view: `/s?${'v'.repeat(1_997)}` }), undefined],
    ['2,001', withPanel({ view: `/s?${'v'.repeat(1_998)}` }), 'field_invalid panels.0.view'],
    ['an unknown part', withPanel({ part: 'figure' }), 'field_invalid panels.0.part'],
    ['an unknown width', withPanel({ width: 'third' }), 'field_invalid panels.0.width'],
    ['a panel without a view', { name: 'x', panels: [{}] }, 'field_missing panels.0.view'],
  ] as const) {
    it(`a board with ${what} is ${refused ? `refused: ${refused}` : 'allowed'}`, () => {
      assert.equal(fieldOf(draft), refused);
    });
  }
});

describe('the address of a view', () => {
  for (const view of [
    ...['/', '/?category=hrprice', '/s', '/s/dehrprice', '/s/de?from=today-7&to=today%2B1'],
    ...['/compare?series=a&series=b', '/f/DE?bands=off', '/changes', '/s/größe?hide=ä b'],
  ]) {
    it(`${view} is a view`, () => assert.equal(isViewAddress(view), true));
  }

  for (const view of [
    ...['', 's', 's/x', 'https://example.com/s', '//example.com/s', '/\\example.com', '/s//x'],
    ...['/operator', '/account', '/boards/1', '/docs', '/api/v1/boards', '/S', '/sx', '/%73/x'],
    ...['/s/../operator', '/s/%2e%2e/account', '/../s', '/./s', '/s/x\n', '/s/\u0000', '/s/\ud800'],
    ...['javascript:alert(1)', ' /s', '/ s'],
  ]) {
    it(`${JSON.stringify(view)} is not a view`, () => assert.equal(isViewAddress(view), false));
  }

  it('whatever is a view leads a browser to one of the five pages of the same server', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      's',
      'f',
      '%2e',
      '%2F',
      '?',
      '#',
      '@',
      ':',
      'x',
      ' ',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(text, fc.webPath(), fc.string()), (view) => {
        if (!isViewAddress(view)) return;
        const { origin, pathname } = new URL(view, 'http://page.invalid/boards/1');
        assert.equal(origin, 'http://page.invalid');
        assert.match(pathname, /^\/$|^\/(s|f|compare|changes)(\/|$)/);
      }),
    );
  });
});
