// Numbers as people read them: thousands apart, a true minus, only digits that mean something.

/** Further digits are noise of the arithmetic. Small numbers such as rates keep four. */
const MOST_DECIMALS = 2;
const MOST_DECIMALS_SMALL = 4;
const SMALL = 10;

/** What stands between thousands and before decimals. */
export interface NumberMarks {
  readonly thousands: string;
  readonly decimal: string;
}

export const COMMA_POINT: NumberMarks = { thousands: ',', decimal: '.' };

let marks = COMMA_POINT;

/** Chooses the marks of all numbers written from now on: the reader's choice for the whole page. */
export function setNumberMarks(next: NumberMarks): void {
  marks = next;
}

/** Writes a value as `12,345.60`, with the chosen marks. A value that rounds to zero has no sign. */
export function formatNumber(value: number, decimals: number): string {
  const digits = Math.abs(value).toFixed(decimals);
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, marks.thousands);
  const sign = value < 0 && /[1-9]/.test(digits) ? '−' : '';
  return sign + (fraction === undefined ? grouped : `${grouped}${marks.decimal}${fraction}`);
}

/** The digits after the point that a list of values needs to line up. NaN needs none. */
export function decimalsOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]!);
    if (size > largest) largest = size;
  }
  const most = largest < SMALL ? MOST_DECIMALS_SMALL : MOST_DECIMALS;
  let decimals = 0;
  for (let i = 0; i < values.length && decimals < most; i++) {
    const value = values[i]!;
    while (decimals < most && isFiner(value, decimals)) decimals++;
  }
  return decimals;
}

function isFiner(value: number, decimals: number): boolean {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6;
}
