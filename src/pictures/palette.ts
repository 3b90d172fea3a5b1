// The page's colours (explorer/styles/tokens.css) for pictures, light and dark. A test compares the two.

export type Theme = 'light' | 'dark';

export const THEMES: readonly Theme[] = ['light', 'dark'];

export interface Palette {
  readonly theme: Theme;
  readonly paper: string;
  readonly card: string;
  readonly ink: string;
  readonly inkDim: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly warnSoft: string;
  readonly warnInk: string;
  readonly grid: string;
  readonly axis: string;
  /** What lies after now is shaded with this colour at this strength. */
  readonly shade: string;
  readonly shadeOpacity: number;
  /** The colours by style of a line. */
  readonly series: readonly string[];
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    theme: 'light',
    paper: '#f4f6f8',
    card: '#ffffff',
    ink: '#1b1f24',
    inkDim: '#56616e',
    line: '#d5dce3',
    lineStrong: '#b4bfca',
    warnSoft: '#fdf3dc',
    warnInk: '#6b4700',
    grid: '#e4e9ee',
    axis: '#56616e',
    shade: '#0072b2',
    shadeOpacity: 0.06,
    series: [
      ...['#0072b2', '#d55e00', '#1b1f24', '#055428'],
      ...['#5d0f71', '#a8005c', '#7a5c00', '#007d87'],
    ],
  },
  dark: {
    theme: 'dark',
    paper: '#0e1318',
    card: '#151b23',
    ink: '#f5f7fa',
    inkDim: '#a3afbc',
    line: '#2b3642',
    lineStrong: '#455361',
    warnSoft: '#3a2c0c',
    warnInk: '#f3d591',
    grid: '#222c37',
    axis: '#a3afbc',
    shade: '#56b4e9',
    shadeOpacity: 0.08,
    series: [
      ...['#56b4e9', '#e8762c', '#f5f7fa', '#a2e694'],
      ...['#72638f', '#ff8fc7', '#d6c04a', '#3fc1c9'],
    ],
  },
};

/** The colour of a line. */
export const seriesColour = ({ series }: Palette, style: number): string =>
  series[style % series.length]!;
