// An SVG as PNG. The renderer works in a thread of its own; its fonts come with the product, so that a server
// without any font draws the same picture.

import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';

const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/arimo/${name}`));

const FONTS = [
  fontFile('400Regular/Arimo_400Regular.ttf'),
  fontFile('600SemiBold/Arimo_600SemiBold.ttf'),
];

export async function renderPng(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Arimo' },
    logLevel: 'off',
  });
  return image.asPng();
}
