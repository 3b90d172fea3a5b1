// An SVG as PNG. The renderer works in a thread of its own; its fonts come with the product, so that a server
// without any font draws the same picture.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What is used of the package, which is CommonJS around native code. */
interface Renderer {
  renderAsync(
    svg: string,
    options: {
      readonly font: {
        readonly fontFiles: readonly string[];
        readonly loadSystemFonts: boolean;
        readonly defaultFontFamily: string;
      };
      readonly logLevel: 'off';
    },
  ): Promise<{ asPng(): Buffer }>;
}

const { renderAsync }: Renderer = createRequire(import.meta.url)('@resvg/resvg-js');

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
