// What the address of a picture asks for: its form, width, theme and the only panel that is drawn.

import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import { parseCount } from '#http/request/query-values';
import { THEMES, type Theme } from '#pictures/palette';

export interface PictureQueryText {
  readonly panel?: string | undefined;
  readonly width?: string | undefined;
  readonly theme?: string | undefined;
}

export interface PictureChoice {
  readonly panel: number | undefined;
  readonly width: number;
  readonly theme: Theme;
}

export const LEAST_WIDTH = 400;
export const MOST_WIDTH = 2_000;
const USUAL_WIDTH = 800;
const MOST_PANELS = 24;

export function readPictureQuery({ panel, width, theme }: PictureQueryText): PictureChoice {
  const faults = new FaultCollector();
  const choice = {
    panel: faults.check(() => parseCount(panel, 'panel', MOST_PANELS)),
    width: faults.check(() => parseWidth(width)),
    theme: faults.check(() => parseTheme(theme)),
  };
  faults.throwIfAny();
  return { ...choice, width: choice.width!, theme: choice.theme! };
}

function parseWidth(given: string | undefined): number {
  const text = (given ?? '').trim();
  if (text === '') return USUAL_WIDTH;
  const width = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (width >= LEAST_WIDTH && width <= MOST_WIDTH) return width;
  const message = `not a width in pixels: ${quoteGiven(text)}`;
  throw refuseField('field_invalid', 'width', message, [`${LEAST_WIDTH} to ${MOST_WIDTH}`]);
}

function parseTheme(given: string | undefined): Theme {
  const text = (given ?? '').trim().toLowerCase();
  const theme = text === '' ? 'light' : THEMES.find((name) => name === text);
  if (theme) return theme;
  const message = `unknown theme ${quoteGiven(given!)}${didYouMean(text, THEMES)}`;
  throw refuseField('field_invalid', 'theme', message, THEMES);
}

export type PictureForm = 'png' | 'svg';

/** The secret and the form of `SECRET.png`; undefined if it is none. */
export function readPictureName(
  name: string,
): { readonly secret: string; readonly form: PictureForm } | undefined {
  const [, secret, form] = /^([^.]+)\.(png|svg)$/.exec(name) ?? [];
  return secret === undefined ? undefined : { secret, form: form as PictureForm };
}
