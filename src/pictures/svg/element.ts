// Elements of a drawing as text: every attribute and every content is escaped here and nowhere else. Pure.

import { escapeText } from '#pictures/svg/escape-text';

/** A piece of a drawing that is escaped already. Only this file makes it from text. */
export type Svg = string & { readonly isSvg: true };

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Numbers to the hundredth of a pixel; minus zero is zero. */
export const numberText = (value: number): string => String(Math.round(value * 100) / 100 + 0);

const attributeText = ([name, value]: [string, string | number | undefined]): string =>
  value === undefined
    ? ''
    : ` ${name}="${typeof value === 'number' ? numberText(value) : escapeText(value)}"`;

export function element(name: string, attributes: Attributes, ...content: readonly Svg[]): Svg {
  const opening = `<${name}${Object.entries(attributes).map(attributeText).join('')}`;
  return (
    content.length === 0 ? `${opening}/>` : `${opening}>${content.join('')}</${name}>`
  ) as Svg;
}

/** An element whose content is a text. */
export const textElement = (name: string, attributes: Attributes, text: string): Svg =>
  element(name, attributes, escapeText(text) as Svg);

export const joinSvg = (...parts: readonly Svg[]): Svg => parts.join('') as Svg;

/** The same drawing at another position. */
export const movedTo = (x: number, y: number, ...content: readonly Svg[]): Svg =>
  element('g', { transform: `translate(${numberText(x)} ${numberText(y)})` }, ...content);

/** Collects the data of a path, as Path2D does. */
export class PathData {
  #text = '';

  moveTo(x: number, y: number): void {
    this.#text += `M${numberText(x)} ${numberText(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#text += `L${numberText(x)} ${numberText(y)}`;
  }

  closePath(): void {
    this.#text += 'Z';
  }

  toString(): string {
    return this.#text;
  }
}
