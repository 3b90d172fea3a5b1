// gridtide rule: which values of a series are stored, and which are held for review.

import {
  type Arguments,
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { commandActor, JSON_OPTION, STORE_OPTION, withStore } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { faultOfBounds } from '#core/values/value-rules';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { ValueRule } from '#store/held-value';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

const PAGE = 1_000;

const set: Command = {
  name: 'rule set',
  summary: 'Set the rule of a series; it replaces the one before.',
  usage: 'SERIES [--min X] [--max Y] [--step Z]',
  options: {
    min: { type: 'string', value: 'X', summary: 'The lowest value that is stored.' },
    max: { type: 'string', value: 'Y', summary: 'The highest value that is stored.' },
    step: {
      type: 'string',
      value: 'Z',
      summary: 'The largest change from one value to the next, up or down.',
    },
    ...STORE_OPTION,
  },
  notes: `
Later values outside the bounds are not stored but held; see gridtide held. Values that are stored
already stay. A bound that is left out does not apply. If values are missing between two, the change may
be as many steps as there are intervals from one to the other.

For example: gridtide rule set dehrprice --min -500 --max 4000 --step 1500`,
  async run(args, io) {
    const [given] = takePositionals(args, 'SERIES');
    const rule: ValueRule = {
      lowest: readBound(args, 'min'),
      highest: readBound(args, 'max'),
      largestStep: readBound(args, 'step'),
    };
    const fault = faultOfBounds(rule);
    if (fault !== undefined) throw misuse(fault);
    await changeRule(args, io, given, rule);
    return DONE;
  },
};

const remove: Command = {
  name: 'rule remove',
  summary: 'Remove the rule of a series.',
  usage: 'SERIES',
  options: STORE_OPTION,
  notes: 'Held values stay held until they are accepted or rejected, or arrive again.',
  async run(args, io) {
    const [given] = takePositionals(args, 'SERIES');
    await changeRule(args, io, given, undefined);
    return DONE;
  },
};

const list: Command = {
  name: 'rule list',
  summary: 'List the rules.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    const rules = await withStore(args, io, listRules);
    if (args.flag('json')) {
      printJson(rules, io);
      return DONE;
    }
    const text = (bound: number | null): string => (bound === null ? '' : String(bound));
    printTable(
      rules,
      [
        { title: 'SERIES', cell: ({ code }) => code },
        { title: 'LOWEST', cell: ({ lowest }) => text(lowest) },
        { title: 'HIGHEST', cell: ({ highest }) => text(highest) },
        { title: 'LARGEST STEP', cell: ({ largestStep }) => text(largestStep) },
      ],
      io,
    );
    return DONE;
  },
};

function readBound(args: Arguments, option: string): number | null {
  const text = args.text(option);
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw misuse(`--${option} is a number, not ${JSON.stringify(text)}`);
}

async function changeRule(
  args: Arguments,
  io: Io,
  given: string | undefined,
  rule: ValueRule | undefined,
): Promise<void> {
  const id = parseSeriesId(given, 'SERIES');
  await withStore(args, io, async (store: Store) => {
    const { key, code } = await findSeriesOrRefuse(store, id, 'SERIES');
    if (!rule && !(await store.findRule(key))) throw new CommandFault(`${code}: there is no rule`);
    const name = `${code}: ${rule ? describeRule(rule) : 'no rule any more'}`;
    const entry = { kind: 'rule', actor: commandActor(), name, now: io.now() } as const;
    await store.write((writer) => writer.setRule(key, rule), entry);
    io.stdout.write(`${name}\n`);
  });
}

/** `values from -500 to 4000, steps up to 1500` */
function describeRule({ lowest, highest, largestStep }: ValueRule): string {
  const ends = [lowest === null ? '' : ` from ${lowest}`, highest === null ? '' : ` to ${highest}`];
  const parts = [`values${ends.join('')}`, `steps up to ${largestStep}`];
  if (lowest === null && highest === null) return parts[1]!;
  return largestStep === null ? parts[0]! : parts.join(', ');
}

async function listRules(store: SeriesReader): Promise<(ValueRule & { code: string })[]> {
  const rules: (ValueRule & { code: string })[] = [];
  let after: string | undefined;
  for (;;) {
    const query = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await store.searchSeries(query);
    for (const { key, code } of page) {
      const rule = await store.findRule(key);
      if (rule) rules.push({ code, ...rule });
    }
    if (page.length < PAGE) return rules;
    after = page.at(-1)!.code;
  }
}

export const ruleCommands: CommandGroup = {
  name: 'rule',
  summary: 'Set, list and remove the rules that hold suspicious values for review.',
  commands: [set, list, remove],
};
