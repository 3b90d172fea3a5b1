// Reads an SVG as XML; throws if it is not well-formed.

import { SaxesParser } from 'saxes';

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ParsedSvg {
  readonly elements: readonly SvgElement[];
  /** The contents of all text elements, in order. */
  readonly texts: readonly string[];
}

export function parseSvg(svg: string): ParsedSvg {
  const parser = new SaxesParser();
  const elements: SvgElement[] = [];
  const texts: string[] = [];
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({ name, attributes: { ...attributes } as Record<string, string> });
    if (name === 'text') texts.push('');
  });
  parser.on('text', (text) => {
    if (elements.at(-1)?.name === 'text') texts[texts.length - 1] += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { elements, texts };
}

/** The paths of lines: those that are stroked and not filled. */
export const strokesIn = ({ elements }: ParsedSvg): SvgElement[] =>
  elements.filter(({ name, attributes }) => name === 'path' && attributes.fill === 'none');
