// Reads *.scenario files: requests and their answers as a trader would write them down. README.md beside
// this file shows the form; a line of any other form is an error.

import type {
  Case,
  Expectation,
  ExpectedLine,
  ExpectedValue,
  Refused,
  Scenario,
  SpanRow,
  Step,
  Value,
} from './scenario.ts';

interface Line {
  readonly number: number;
  readonly text: string;
  readonly isIndented: boolean;
}

/** The end of an `ask` whose answers stand in a table, with a column for each value of the field. */
const BY = /^(.+) by ([A-Za-z]+)$/;
/** The cell of a table whose answer does not have the key. */
const NO_KEY = '.';
const REPEAT = /^(-|[+-]?[\d.]+)x(\d+)$/;
const RAMP = /^(-?\d+)\.\.(-?\d+)$/;

export function readScenario(text: string): Scenario {
  const lines = text
    .split('\n')
    .map((raw, i) => ({ number: i + 1, text: raw.trim(), isIndented: /^\s/.test(raw) }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  let market: string | undefined;
  let blocks: string | undefined;
  const setUp: Step[] = [];
  const cases: (Case & { steps: Step[] })[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i++]!;
    if (line.isIndented) throw fault(line, 'nothing is asked that this could answer');
    const below: Line[] = [];
    while (lines[i]?.isIndented) below.push(lines[i++]!);
    const [word = '', rest = ''] = splitWord(line.text);
    if (word === '==') cases.push({ title: rest, line: line.number, steps: [] });
    else if (word === 'market') market = rest;
    else if (word === 'blocks') blocks = rest;
    else (cases.at(-1)?.steps ?? setUp).push(...readSteps(word, rest, line, below));
  }
  return { market, blocks, setUp, cases };
}

/** A table is a step a column. */
function readSteps(word: string, rest: string, line: Line, below: readonly Line[]): Step[] {
  const [, asked = '', field] = BY.exec(rest) ?? [];
  if (word !== 'ask' || field === undefined) return [readStep(word, rest, line, below)];
  const [head, ...rows] = below.map((each) => ({ ...each, cells: each.text.split(/\s+/) }));
  if (!head || rows.length === 0)
    throw fault(line, 'a table needs a row of columns and one of values');
  const odd = rows.find(({ cells }) => cells.length !== head.cells.length + 1);
  if (odd) throw fault(odd, 'a key and a value a column are needed');
  return head.cells.map((column, i) => {
    const own = rows
      .filter(({ cells }) => cells[i + 1] !== NO_KEY)
      .map(({ cells, ...row }) => ({ ...row, text: `${cells[0]} ${cells[i + 1]}` }));
    return readStep(word, `${asked} ${field}=${column}`, line, own);
  });
}

function readStep(word: string, rest: string, line: Line, below: readonly Line[]): Step {
  const at = { line: line.number };
  switch (word) {
    case 'now':
      return { kind: 'now', ...at, instant: rest.split(' ')[0]! };
    case 'series': {
      const match = /^(\S+) (\S+) from (\S+): (.+)$/.exec(rest);
      if (!match) throw fault(line, 'series CODE RESOLUTION from INSTANT: VALUES');
      const [, code = '', resolution = '', from = '', values = ''] = match;
      return { kind: 'series', ...at, code, resolution, from, values: readValues(values, line) };
    }
    case 'run': {
      const match = /^(\S+) analyzed (\S+) from (\S+): (.+)$/.exec(rest);
      if (!match) throw fault(line, 'run CODE analyzed INSTANT from INSTANT: VALUES');
      const [, code = '', analyzed = '', from = '', values = ''] = match;
      return { kind: 'run', ...at, code, analyzed, from, values: readValues(values, line) };
    }
    case 'ask': {
      const [seriesId = '', fields = ''] = splitWord(rest);
      const expected = readExpectation(line, below);
      return { kind: 'ask', ...at, seriesId, fields: readFields(fields, line), expected };
    }
    case 'get':
      return { kind: 'get', ...at, path: rest, expected: readExpectation(line, below) };
    case 'spans':
      return { kind: 'spans', ...at, seriesId: rest, rows: readSpans(line, below) };
    default:
      throw fault(line, `no such step: ${word}`);
  }
}

/** Reads `1 2 -`, `1..24` (a ramp), `7.5x24` (repeated), `-x3` (gaps). */
function readValues(text: string, line: Line): Value[] {
  return text.split(/\s+/).flatMap((token): Value[] => {
    const ramp = RAMP.exec(token);
    if (ramp) {
      const [from, to] = [Number(ramp[1]), Number(ramp[2])];
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    }
    const repeat = REPEAT.exec(token);
    if (repeat) {
      const [value = null] = readValues(repeat[1]!, line);
      return Array.from({ length: Number(repeat[2]) }, () => value);
    }
    if (token === '-') return [null];
    if (!/^[+-]?\d+(\.\d+)?$/.test(token)) throw fault(line, `not a value: ${token}`);
    return [Number(token)];
  });
}

/** Reads `Name=value Name="value with blanks"`. */
function readFields(text: string, line: Line): Map<string, string> {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const match = /^([A-Za-z]+)=(?:"([^"]*)"|(\S*))\s*/.exec(rest);
    if (!match) throw fault(line, `not a field: ${rest}`);
    fields.set(match[1]!, match[2] ?? match[3]!);
    rest = rest.slice(match[0].length);
  }
  return fields;
}

function readExpectation(asked: Line, below: readonly Line[]): Expectation {
  if (below.length === 0) throw fault(asked, 'no answer is written below');
  let values: ExpectedLine[] | undefined;
  let count: number | undefined;
  let span: readonly [string, string] | undefined;
  let meta: ReadonlyMap<string, string> = new Map();
  let refused: Refused | undefined;
  for (const line of below) {
    const [word = '', rest = ''] = splitWord(line.text);
    const words = rest.split(/\s+/);
    if (word === 'span') span = [words[0]!, words[1] ?? words[0]!];
    else if (word === 'meta') meta = readFields(rest, line);
    else if (word === 'count') count = Number(rest);
    else if (word === 'nothing') values = [];
    else if (word === 'refused') refused = readRefused(rest);
    else if (word === '…') (values ??= []).push('elided');
    else (values ??= []).push({ key: word, value: readExpectedValue(rest, line) });
  }
  return { values, count, span, meta, refused };
}

/** Reads `400 date_unknown FromDateTime saying did you mean today`. */
function readRefused(text: string): Refused {
  const [facts = '', saying] = text.split(' saying ');
  const [status = '', code = '', ...fields] = facts.split(/\s+/);
  return { status: Number(status), code, fields, saying };
}

function readExpectedValue(text: string, line: Line): ExpectedValue {
  if (text === 'null') return null;
  const over = /^(-?[\d.]+)\/([\d.]+)$/.exec(text);
  if (over) return { over: [Number(over[1]), Number(over[2])] };
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw fault(line, `not a value: ${text}`);
  return Number(text);
}

/** Reads rows of a moment and its days. */
function readSpans(line: Line, below: readonly Line[]): SpanRow[] {
  if (below.length === 0) throw fault(line, 'no rows are written below');
  return below.map((row) => {
    const [name = '', days, ...more] = row.text.match(/"[^"]*"|\S+/g) ?? [];
    if (days === undefined || more.length > 0) throw fault(row, 'a moment and its days are needed');
    const [first = '', last = first] = days.split('..');
    return { line: row.number, text: name.replaceAll('"', ''), first, last };
  });
}

function splitWord(text: string): [string, string] {
  const end = text.search(/\s/);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).trim()];
}

const fault = (line: Line, message: string): Error => new Error(`line ${line.number}: ${message}`);
