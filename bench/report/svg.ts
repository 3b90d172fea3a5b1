// The few SVG elements that charts need. Ink is of middle lightness and the ground is clear, so that
// charts read on light and on dark pages.

export const INK = '#7d8590';

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const at = (value: number): string => value.toFixed(1);

export const label = (x: number, y: number, text: string, extra = ''): string =>
  `<text x="${at(x)}" y="${at(y)}" fill="${INK}" ${extra}>${escapeText(text)}</text>`;

export const rule = (x1: number, y1: number, x2: number, y2: number, opacity: number): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${INK}" stroke-opacity="${opacity}"/>`;

export const dot = (x: number, y: number, colour: string, tip?: string): string => {
  const title = tip === undefined ? '' : `<title>${escapeText(tip)}</title>`;
  return `<circle cx="${at(x)}" cy="${at(y)}" r="6" fill="${colour}">${title}</circle>`;
};

export const picture = (width: number, height: number, title: string, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(title)}" font-family="system-ui, sans-serif" font-size="12">
${parts.join('\n')}
</svg>
`;
