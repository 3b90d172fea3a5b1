// Reads an answer in columns from its bytes: numbers go straight into typed arrays, without the array of JavaScript
// numbers that JSON.parse makes first. What is not numbers is left to JSON.parse.

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN = 91;
const CLOSE = 93;
const SMALL_N = 110;

/** Integers of this many digits are exact, and so is their quotient by a power of ten, rounded once. */
const MOST_DIGITS = 15;
const POWERS = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, i) => Number(`1e${i}`));
/** The bytes of a time in seconds between 2001 and 2286, with its comma. */
const TIME_BYTES = 11;

/** Columns that hold no numbers: these, and what follows them, are read by JSON.parse. */
const TEXTS: readonly string[] = ['sources', 'origins', 'incomplete'];

const decoder = new TextDecoder();

/** The fields of an answer. Columns of numbers are typed arrays with NaN for null. */
export type Columns = Readonly<Record<string, unknown>> & { readonly times: Float64Array };

/** Reads an answer whose first column is `times`. */
export function readColumns(bytes: Uint8Array): Columns {
  const numbers: Record<string, Float64Array> = {};
  let rest = '';
  let taken = 0;
  let next = findTimes(bytes);
  let capacity = Math.ceil((bytes.length - taken) / TIME_BYTES);
  while (next !== undefined) {
    const { name, at } = next;
    const column = readNumbers(bytes, at, capacity);
    rest += decoder.decode(bytes.subarray(taken, at));
    taken = column.end;
    numbers[name] = column.numbers;
    capacity = column.numbers.length;
    next = columnAfter(bytes, taken);
  }
  rest += decoder.decode(bytes.subarray(taken));
  return { ...withTypedArrays(JSON.parse(rest)), ...numbers } as unknown as Columns;
}

interface Place {
  readonly name: string;
  /** The place of the first byte behind the bracket. */
  readonly at: number;
}

/**
 * Finds the first column. Its name with both quotes occurs nowhere else: inside a text, the quote behind the name
 * would have a backslash before it.
 */
function findTimes(bytes: Uint8Array): Place | undefined {
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    const place = placeAt(bytes, at);
    if (place?.name === 'times') return place;
  }
  return undefined;
}

/** The column that follows the closing bracket of the one before it, if it holds numbers. */
function columnAfter(bytes: Uint8Array, close: number): Place | undefined {
  if (bytes[close + 1] !== COMMA) return undefined;
  const place = placeAt(bytes, close + 2);
  return place && !TEXTS.includes(place.name) ? place : undefined;
}

/** Reads `"name":[`, which begins at `quote`. */
function placeAt(bytes: Uint8Array, quote: number): Place | undefined {
  let end = quote + 1;
  while (isWord(bytes[end]!)) end++;
  const isColumn = bytes[end] === QUOTE && bytes[end + 1] === COLON && bytes[end + 2] === OPEN;
  if (bytes[quote] !== QUOTE || !isColumn) return undefined;
  return { name: decoder.decode(bytes.subarray(quote + 1, end)), at: end + 3 };
}

/** Whether a byte is a letter or a digit. */
const isWord = (byte: number): boolean =>
  (byte >= ZERO && byte <= NINE) || ((byte | 32) >= 97 && (byte | 32) <= 122);

interface NumberColumn {
  readonly numbers: Float64Array;
  /** The place of the closing bracket. */
  readonly end: number;
}

/** Reads the numbers from the one at `at` to the closing bracket. */
function readNumbers(bytes: Uint8Array, at: number, likelyCount: number): NumberColumn {
  let numbers = new Float64Array(likelyCount);
  if (bytes[at] === CLOSE) return { numbers: numbers.subarray(0, 0), end: at };
  let count = readTenDigits(bytes, at, numbers);
  let place = at + TIME_BYTES * count;
  for (;;) {
    if (count === numbers.length) numbers = grown(numbers);
    const start = place;
    let byte = bytes[place]!;
    if (byte === SMALL_N) {
      numbers[count++] = Number.NaN;
      place += 4;
    } else {
      const first = byte === MINUS ? place + 1 : place;
      let whole = 0;
      let decimals = 0;
      place = first;
      for (byte = bytes[place]!; byte >= ZERO && byte <= NINE; byte = bytes[++place]!) {
        whole = whole * 10 + (byte - ZERO);
      }
      let digits = place - first;
      if (byte === POINT) {
        for (byte = bytes[++place]!; byte >= ZERO && byte <= NINE; byte = bytes[++place]!) {
          whole = whole * 10 + (byte - ZERO);
          decimals++;
        }
        digits += decimals;
      }
      const isPlain = (byte === COMMA || byte === CLOSE) && digits > 0 && digits <= MOST_DIGITS;
      if (!isPlain) return readRest(bytes, start, numbers.subarray(0, count));
      const size = decimals === 0 ? whole : whole / POWERS[decimals]!;
      numbers[count++] = first === start ? size : -size;
    }
    if (bytes[place] === CLOSE) break;
    if (bytes[place] !== COMMA) return readRest(bytes, start, numbers.subarray(0, count - 1));
    place++;
  }
  return { numbers: count === numbers.length ? numbers : numbers.slice(0, count), end: place };
}

/**
 * Reads numbers of exactly ten digits, such as times in seconds, and returns how many. It stops at the last
 * number, or at one of another length. Without a loop over the digits this takes a third of the time.
 */
function readTenDigits(bytes: Uint8Array, at: number, numbers: Float64Array): number {
  const most = Math.min(numbers.length, Math.floor((bytes.length - at) / TIME_BYTES));
  for (let i = 0, place = at; i < most; i++, place += TIME_BYTES) {
    const upper = fiveDigits(bytes, place);
    const lower = fiveDigits(bytes, place + 5);
    if (upper < 0 || lower < 0 || bytes[place + 10] !== COMMA) return i;
    numbers[i] = upper * 100_000 + lower;
  }
  return most;
}

/** The number that five digits are; negative if one of the bytes is no digit. */
function fiveDigits(bytes: Uint8Array, place: number): number {
  const a = bytes[place]!;
  const b = bytes[place + 1]!;
  const c = bytes[place + 2]!;
  const d = bytes[place + 3]!;
  const e = bytes[place + 4]!;
  // Digits are 0x30 to 0x39. What else begins with 0x3 stands in no number.
  const areDigits = (a & b & c & d & e & 0xf0) === ZERO && ((a | b | c | d | e) & 0xf0) === ZERO;
  return areDigits ? a * 10_000 + b * 1_000 + c * 100 + d * 10 + e - ZERO * 11_111 : -1;
}

/** Reads on by JSON.parse, behind a number with many digits or an exponent: the engine reads those faster. */
function readRest(bytes: Uint8Array, start: number, before: Float64Array): NumberColumn {
  const end = bytes.indexOf(CLOSE, start);
  if (end < 0) throw new SyntaxError('the answer breaks off');
  const rest: unknown = JSON.parse(`[${decoder.decode(bytes.subarray(start, end))}]`);
  const values = rest as (number | null)[];
  const numbers = new Float64Array(before.length + values.length);
  numbers.set(before);
  for (let i = 0; i < values.length; i++) numbers[before.length + i] = values[i] ?? Number.NaN;
  return { numbers, end };
}

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * numbers.length + 16);
  larger.set(numbers);
  return larger;
}

/** Columns of numbers that stand behind one of texts. */
function withTypedArrays(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isNumbers = (value: unknown): value is (number | null)[] =>
    Array.isArray(value) && value.every((one) => one === null || typeof one === 'number');
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) =>
      isNumbers(value) && !TEXTS.includes(name)
        ? [name, Float64Array.from(value, (one) => one ?? Number.NaN)]
        : [name, value],
    ),
  );
}
