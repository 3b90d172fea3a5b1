// The usual spans, a button each. All are keywords, so that a link to them moves with time.

export interface Preset {
  readonly name: string;
  readonly meaning: string;
  readonly from: string;
  readonly to: string;
}

/** The short spans show the week or so that forecasts reach ahead; the spans "to date" do not. */
export const PRESETS: readonly Preset[] = [
  { name: '7d', meaning: 'The last 7 days and a week ahead', from: 'today-7', to: 'today+7' },
  { name: '14d', meaning: 'The last 14 days and a week ahead', from: 'today-14', to: 'today+7' },
  { name: 'MTD', meaning: 'Month to date', from: 'month', to: 'today' },
  { name: 'YTD', meaning: 'Year to date', from: 'year', to: 'today' },
  { name: '1y', meaning: 'The last 365 days', from: 'today-365', to: 'today' },
  { name: 'All', meaning: 'From the first value to the newest', from: 'first', to: '' },
];

const fold = (text: string): string => text.trim().toLowerCase();

/** The preset of a span; undefined if it is none. */
export const presetOf = (range: { readonly from: string; readonly to: string }) =>
  PRESETS.find(({ from, to }) => from === fold(range.from) && to === fold(range.to));
