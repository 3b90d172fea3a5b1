// Blocks: the market-time hours of each extraction keyword, in one table. BLOCK_HOURS overrides its rows.
// An hour belongs to a block if its start does.

/** Whole market-time hours from `from` up to but not including `to`, 0–24. */
export interface HourRange {
  readonly from: number;
  readonly to: number;
}

export interface Block {
  readonly name: string;
  readonly meaning: string;
  readonly hours: readonly HourRange[];
  /** Monday to Friday only; Saturday and Sunday take all hours. */
  readonly isBaseAtWeekends: boolean;
}

export type BlockTable = readonly Block[];

const hours = (...ranges: [number, number][]): HourRange[] =>
  ranges.map(([from, to]) => ({ from, to }));

const daily = (name: string, meaning: string, ranges: HourRange[]): Block => ({
  name,
  meaning,
  hours: ranges,
  isBaseAtWeekends: false,
});

const PLAIN_BLOCKS: BlockTable = [
  daily('peak', 'Daily average of the peak hours', hours([9, 20])),
  daily('offpeak', 'Daily average of the off-peak hours', hours([0, 8], [20, 24])),
  daily('offpeak1', 'Daily average of the off-peak hours before the peak', hours([0, 8])),
  daily('offpeak2', 'Daily average of the off-peak hours after the peak', hours([20, 24])),
  daily('night', 'Daily average of the night hours', hours([0, 6])),
  daily('rushhour', 'Daily average of the rush hours', hours([16, 20])),
];

/** Adds the week blocks, which have the hours of their weekday block. */
const withWeekBlocks = (plain: BlockTable): BlockTable => {
  const weekBlock = (name: string, of: string, meaning: string): Block => ({
    name,
    meaning,
    hours: plain.find((block) => block.name === of)!.hours,
    isBaseAtWeekends: true,
  });
  return [
    ...plain,
    weekBlock('offpeakweek', 'offpeak', 'Off-peak value Monday to Friday, base value at weekends'),
    weekBlock('peakweek', 'peak', 'Peak value Monday to Friday, base value at weekends'),
  ];
};

export const DEFAULT_BLOCKS: BlockTable = withWeekBlocks(PLAIN_BLOCKS);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `09-20`, `00-08,20-24`, or `Mon-Fri 09-20, Sat-Sun 00-24`: what `Meta.hours` says. */
export function describeHours(block: Block): string {
  const ranges = block.hours.map(({ from, to }) => `${twoDigits(from)}-${twoDigits(to)}`).join(',');
  return block.isBaseAtWeekends ? `Mon-Fri ${ranges}, Sat-Sun 00-24` : ranges;
}

/**
 * Returns the block table with overrides such as `peak=08-20; offpeak=00-08,20-24`. Throws an Error
 * that says what is wrong; peakweek and offpeakweek follow peak and offpeak.
 */
export function readBlockHours(text: string): BlockTable {
  const overrides = new Map<string, HourRange[]>();
  for (const part of text
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)) {
    const [name = '', ranges = '', ...rest] = part.split('=').map((item) => item.trim());
    const isKnown = PLAIN_BLOCKS.some((block) => block.name === name.toLowerCase());
    if (rest.length > 0 || !isKnown) {
      const known = PLAIN_BLOCKS.map((block) => block.name).join(', ');
      throw new Error(`BLOCK_HOURS: "${part}" is not NAME=HH-HH with a name of: ${known}`);
    }
    const read = ranges.split(',').map((range) => readRange(range, part));
    if (hasOverlap(read)) throw new Error(`BLOCK_HOURS: "${part}": the hours overlap`);
    overrides.set(name.toLowerCase(), read);
  }
  return withWeekBlocks(
    PLAIN_BLOCKS.map((block) => ({ ...block, hours: overrides.get(block.name) ?? block.hours })),
  );
}

/** An hour named twice would count twice in every average. */
const hasOverlap = (ranges: readonly HourRange[]): boolean =>
  ranges.some((a, i) => ranges.slice(i + 1).some((b) => a.from < b.to && b.from < a.to));

function readRange(text: string, part: string): HourRange {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  const range = { from: Number(match?.[1]), to: Number(match?.[2]) };
  if (!match || range.from >= range.to || range.to > 24) {
    throw new Error(`BLOCK_HOURS: "${part}": hours are HH-HH with 00 ≤ from < to ≤ 24`);
  }
  return range;
}
