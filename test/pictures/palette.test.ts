// The colours of pictures are the page's.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { PALETTES, THEMES } from '#pictures/palette';

const css = readFileSync(new URL('../../src/explorer/styles/tokens.css', import.meta.url), 'utf8');

/** The value of a token for light and for dark. */
function tokenOf(name: string): Record<string, string> {
  const [, light, dark] =
    new RegExp(`--${name}: var\\(--if-light, (.+?)\\) var\\(--if-dark, (.+?)\\);`).exec(css) ?? [];
  assert.ok(light && dark, `--${name} is in tokens.css`);
  return { light, dark };
}

const TOKENS = {
  paper: 'paper',
  card: 'card',
  ink: 'ink',
  inkDim: 'ink-dim',
  line: 'line',
  lineStrong: 'line-strong',
  warnSoft: 'warn-soft',
  warnInk: 'warn-ink',
  grid: 'grid',
  axis: 'axis',
} as const;

const rgbOf = (hex: string): string =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ');

suite('the colours of pictures', () => {
  for (const theme of THEMES) {
    test(`those of ${theme} pictures are the page’s`, () => {
      const palette = PALETTES[theme];
      for (const [name, token] of Object.entries(TOKENS))
        assert.equal(palette[name as keyof typeof TOKENS], tokenOf(token)[theme], token);
      palette.series.forEach((colour, i) => {
        assert.equal(colour, tokenOf(`series-${i + 1}`)[theme]);
      });
      const shade = `rgb(${rgbOf(palette.shade)} / ${palette.shadeOpacity * 100}%)`;
      assert.equal(shade, tokenOf('shade')[theme]?.replace(/\)?$/, ')'));
    });
  }
});
