// The browser and system of a User-Agent header in a few words, for the list of a user's sessions. Only these
// words are stored.

type Row = readonly [sign: RegExp, name: string];

/** The first that matches counts: most browsers also name those that they descend from. */
const BROWSERS: readonly Row[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly Row[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (rows: readonly Row[], agent: string): string | undefined =>
  rows.find(([sign]) => sign.test(agent))?.[1];

/** "Firefox on Windows"; "another program" if no browser is recognised. */
export function browserNameOf(agent: string | undefined): string {
  const text = agent?.slice(0, 1_000) ?? '';
  const browser = nameIn(BROWSERS, text);
  if (browser === undefined) return 'another program';
  const system = nameIn(SYSTEMS, text);
  return system === undefined ? browser : `${browser} on ${system}`;
}
