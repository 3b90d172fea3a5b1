// Colours for values: one hue from faint to strong, or two around zero if values lie on both sides.
// Colours are made in OKLCH, so that equal steps look equal, and come with a text colour.

export interface Paint {
  /** `#rrggbb` */
  readonly fill: string;
  readonly ink: string;
}

export type Scheme = 'light' | 'dark';

export interface Scale {
  /** The ends of the colours. Values beyond have the colours of the ends. */
  readonly min: number;
  readonly max: number;
  readonly isMinCut: boolean;
  readonly isMaxCut: boolean;
  readonly isDiverging: boolean;
  /** Whether steps count by square roots: a few giants would leave all others at the faint end. */
  readonly isRooted: boolean;
}

// Lightness and chroma at the faint and at the strong end. Dark pages run from dark to bright, so that
// the strong end stands out in both.
const ENDS = {
  light: { lightness: [0.95, 0.42], chroma: [0.02, 0.125] },
  dark: { lightness: [0.3, 0.84], chroma: [0.03, 0.115] },
} as const;
/** The same under text: the middle, on which neither black nor white reads well, is left out. */
const TEXT_ENDS = {
  light: { lightness: [0.96, 0.67], chroma: [0.02, 0.13] },
  dark: { lightness: [0.27, 0.49], chroma: [0.03, 0.11] },
} as const;
const ROOTED_FROM = 12;
/** A value this many quartile distances outside the quartiles is cut off: it would use up the ramp. */
const FENCE = 2.5;
/** Fewer values have no outliers. */
const FEWEST_CUT = 8;
const BLUE = 245;
const ORANGE = 50;

/** The scale of some values; undefined without values. */
export function scaleOf(values: readonly number[]): Scale | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const within = sorted.length < FEWEST_CUT ? sorted : withinFence(sorted);
  const [min, max] = [within[0]!, within.at(-1)!];
  return {
    min,
    max,
    isMinCut: min !== sorted[0],
    isMaxCut: max !== sorted.at(-1),
    isDiverging: min < 0 && max > 0,
    isRooted: min > 0 && max > ROOTED_FROM * min,
  };
}

function withinFence(sorted: readonly number[]): readonly number[] {
  const quartile = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  const [low, high] = [quartile(0.25), quartile(0.75)];
  const room = (high - low) * FENCE;
  return sorted.filter((value) => value >= low - room && value <= high + room);
}

/** The position of a value on a scale: 0 faint to 1 strong, negative on the other side of zero. */
export function positionOn(scale: Scale, given: number): number {
  const { min, max, isDiverging, isRooted } = scale;
  const value = Math.min(Math.max(given, min), max);
  if (isDiverging) return value / Math.max(-min, max);
  if (isRooted) {
    return (Math.sqrt(value) - Math.sqrt(min)) / (Math.sqrt(max) - Math.sqrt(min));
  }
  return min === max ? 0.5 : (value - min) / (max - min);
}

/** The colours of a position, −1 to 1. */
export const paintAt = (position: number, scheme: Scheme): Paint =>
  paintBetween(ENDS[scheme], position);

/** The same for a ground that carries text. */
export const paintUnderText = (position: number, scheme: Scheme): Paint =>
  paintBetween(TEXT_ENDS[scheme], position);

interface RampEnds {
  readonly lightness: readonly [number, number];
  readonly chroma: readonly [number, number];
}

function paintBetween({ lightness, chroma }: RampEnds, position: number): Paint {
  const strength = Math.min(1, Math.abs(position));
  const between = ([from, to]: readonly [number, number]): number => from + (to - from) * strength;
  const rgb = rgbOf(between(lightness), between(chroma), position < 0 ? ORANGE : BLUE);
  return { fill: hexOf(rgb), ink: inkOn(rgb) };
}

type Rgb = readonly [number, number, number];

/** Turns an OKLCH colour into sRGB, whole numbers 0–255. What no screen shows is cut off. */
function rgbOf(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byteOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const byteOf = (linear: number): number => {
  const cut = Math.min(1, Math.max(0, linear));
  const encoded = cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
};

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2 relative luminance, 0–1. */
function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Black or white, whichever reads better. The better of the two is never below 4.5:1. */
function inkOn(rgb: Rgb): string {
  const luminance = luminanceOf(rgb);
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff';
}
