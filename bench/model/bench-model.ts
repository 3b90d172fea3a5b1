// npm run bench -- model: the open price benchmark and consumption beside grid operators.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { scoreForecast } from '#model/numbers/score';
import type { Child } from '../../harness/processes.ts';
import { clearStep, showStage, showStep } from '../../harness/progress.ts';
import { inWorkspace, type Workspace } from '../../harness/workspace.ts';
import { readNumber } from '../options.ts';
import { toTerminal } from '../report/write-tables.ts';
import type { BacktestAsked, BacktestResult } from './backtest-process.ts';
import { judgeLater } from './later.ts';
import {
  judgeModel,
  type LoadResult,
  loadTable,
  type MarketResult,
  priceTable,
  verdictTable,
  writeModelReport,
} from './model-report.ts';
import { judgeProduction, productionQuestions } from './production.ts';
import { readColumns, scorePublished, weekBefore } from './published.ts';
import {
  type LoadQuestion,
  laterQuestion,
  loadQuestions,
  type MarketQuestion,
  marketQuestions,
  TEST_DAYS,
} from './questions.ts';

const PROGRESS_MS = 2_000;
/** The parts of the benchmark; `--only` names one, and may be repeated. */
const PARTS = ['prices', 'later', 'production', 'load'] as const;

type Part = (typeof PARTS)[number];

interface Options {
  readonly data: string;
  readonly out: string;
  readonly days: number;
  readonly every: number;
  readonly only: readonly string[];
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: '../shared/data' },
      days: { type: 'string' },
      every: { type: 'string' },
      only: { type: 'string', multiple: true, default: [...PARTS] },
      out: { type: 'string', default: 'bench/results' },
    },
  });
  const wrong = values.only.find((part) => !PARTS.some((each) => each === part));
  if (wrong !== undefined) throw new Error(`--only ${wrong}: it is one of ${PARTS.join(', ')}`);
  return {
    ...values,
    days: readNumber('--days', values.days, TEST_DAYS, 1, TEST_DAYS),
    every: readNumber('--every', values.every, 1, 1, 100),
  };
}

export async function benchModel(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (!existsSync(options.data)) {
    console.log(
      `The benchmark's files are not at ${options.data}; --data names another folder. Nothing to do.`,
    );
    return;
  }
  const { markets, loads, others } = await judgeParts(options);
  const verdicts = [...judgeModel(markets, loads), ...others];
  const tables = [verdictTable(verdicts)];
  if (markets.length > 0) tables.push(priceTable(markets));
  if (loads.length > 0) tables.push(loadTable(loads));
  for (const table of tables) console.log(`\n${toTerminal(table)}`);
  const command = ['npm run bench -- model', ...args].join(' ');
  const parts = options.only.length < PARTS.length ? options.only : [];
  console.log(
    `Written to ${await writeModelReport(options.out, command, parts, markets, verdicts, tables)}`,
  );
}

/** Makes the backtests of all wanted parts, as many at a time as there are cores, and judges them. */
function judgeParts({ data, days, every, only }: Options) {
  const wants = (part: Part): boolean => only.includes(part);
  const questions = wants('prices') ? marketQuestions(data, days, every) : [];
  const loadAsked = wants('load') ? loadQuestions(data) : [];
  const later = wants('later') ? [laterQuestion(data, every)] : [];
  const production = wants('production') ? productionQuestions(data, every) : [];
  return inWorkspace(async (workspace) => {
    const all = [
      ...questions.map(({ asked }) => asked),
      ...later,
      ...production.map(({ asked }) => asked),
      ...loadAsked.map(({ asked }) => asked),
    ];
    showStage(`${all.length} backtests`);
    const results = await backtestAll(workspace, all);
    clearStep();
    const priceResults = results.slice(0, questions.length);
    const productionResults = results.slice(questions.length + later.length);
    const loadResults = productionResults.slice(production.length);
    return {
      markets: await Promise.all(questions.map((each, i) => withPublished(each, priceResults[i]!))),
      others: [
        ...(
          await Promise.all(later.map((asked) => judgeLater(asked, results[questions.length]!)))
        ).flat(),
        ...(await Promise.all(
          production.map((each, i) => judgeProduction(each, productionResults[i]!)),
        )),
      ],
      loads: await Promise.all(loadAsked.map((each, i) => withOperator(each, loadResults[i]!))),
    };
  });
}

/** Runs as many backtests at a time as the machine has cores. */
async function backtestAll(
  workspace: Workspace,
  all: readonly BacktestAsked[],
): Promise<BacktestResult[]> {
  const results: BacktestResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < all.length; i = next++) {
      const child = workspace.start('bench/model/backtest-process.ts');
      const timer = setInterval(() => void showProgress(child, all[i]!.file), PROGRESS_MS);
      try {
        results[i] = await child.call<BacktestResult>('backtest', all[i]!);
      } finally {
        clearInterval(timer);
        await child.stop();
      }
      showStage(`${all[i]!.file}: done`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function showProgress(child: Child, file: string): Promise<void> {
  const [done, total] = await child.call<[number, number]>('progress').catch(() => [0, 0] as const);
  showStep(`${file}: day ${done} of ${total}`);
}

async function withPublished(
  question: MarketQuestion,
  ours: BacktestResult,
): Promise<MarketResult> {
  const { asked, publishedFile } = question;
  const columns = await readColumns(asked.file);
  const start = (columns.firstDay + columns.dayCount - asked.testDays) * 24;
  const positions = ours.hours.map((hour) => hour - start);
  const prices = columns.column(asked.target);
  const published = await scorePublished(publishedFile, prices, asked.testDays, positions);
  return { question, ours, published };
}

/** Operator and naive over the very hours that the model was scored on. */
async function withOperator(
  { area, asked, operatorColumn }: LoadQuestion,
  result: BacktestResult,
): Promise<LoadResult> {
  const columns = await readColumns(asked.file);
  const offset = columns.firstDay * 24;
  const read = (name: string): Float64Array =>
    columns.column(name).map((value) => (value === 0 ? NaN : value));
  const [actuals, operators] = [read(asked.target), read(operatorColumn)];
  const before = new Float64Array(actuals.length).fill(NaN);
  before.set(weekBefore(actuals, columns.dayCount - 7), 168);
  const at = (values: Float64Array): Float64Array =>
    Float64Array.from(result.hours, (hour) => values[hour - offset]!);
  const operator = at(operators);
  // Hours without the operator's forecast count for no contender.
  const actual = at(actuals).map((value, i) => (Number.isNaN(operator[i]!) ? NaN : value));
  return {
    area,
    days: result.days,
    operator: scoreForecast(actual, operator),
    ours: scoreForecast(actual, Float64Array.from(result.forecasts)),
    naive: scoreForecast(actual, at(before)),
  };
}
