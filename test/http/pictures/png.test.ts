// Pictures as PNG: their size, without any font of the system, and what happens if the renderer ends.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { Refusal } from '#core/errors';
import { PngProcess } from '#http/pictures/png/png-process';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const svgOf = (width: number, content: string, family = 'Arimo'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="60" font-family="${family}"><rect width="${width}" height="60" fill="#ffffff"/>${content}</svg>`;

suite('pictures as PNG', () => {
  const renderer = new PngProcess();
  after(() => renderer.end());

  test('a picture is a PNG of the size of its drawing', async () => {
    for (const width of [400, 1_237]) {
      const png = await renderer.render(svgOf(width, ''));
      assert.deepEqual([...png.subarray(0, 8)], SIGNATURE);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, 60]);
    }
  });

  test('letters of European languages and signs of markets are drawn, each other than a missing one', async () => {
    const draw = (text: string): Promise<Buffer> =>
      renderer.render(svgOf(100, `<text x="10" y="40" font-size="30">${text}</text>`));
    const missing = await draw('\u{f0000}');
    for (const letter of 'aßøÅłğőžęŅțЖΩ€−▲▼·…×÷²') {
      const drawn = await draw(letter);
      assert.ok(!drawn.equals(missing), `${letter} is in the font`);
    }
  });

  test('bold text is drawn with a bold font', async () => {
    const text = (weight: string): string =>
      svgOf(200, `<text x="10" y="40" font-size="30" font-weight="${weight}">Price</text>`);
    const [plain, bold] = [await renderer.render(text('400')), await renderer.render(text('600'))];
    assert.ok(!plain.equals(bold));
  });

  test('a renderer that ends refuses its picture only, and the next one is drawn', async () => {
    // A clipped group outside of the canvas ends version 2.6.2 of the renderer.
    const fatal = svgOf(
      100,
      '<clipPath id="a"><rect y="200" width="9" height="9"/></clipPath><g clip-path="url(#a)"><rect y="200" width="9" height="9"/></g>',
    ).replace('height="60"', 'height="60" viewBox="0 0 100 60"');
    for (const svg of [fatal, 'this is no drawing']) {
      await assert.rejects(
        renderer.render(svg),
        (error) => error instanceof Refusal && error.code === 'server_busy',
      );
    }
    assert.ok((await renderer.render(svgOf(100, ''))).length > 0);
  });
});
