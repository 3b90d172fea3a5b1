// npm run bench: which benchmark runs. The commands are in options.ts.

import { inWorkspace } from '../harness/workspace.ts';
import { readMemoryOptions, readOptions, USAGE } from './options.ts';
import { measureMemory } from './phases/measure-memory.ts';
import { factsOf } from './report/facts.ts';
import { judgeBars } from './report/judge-bars.ts';
import { memoryTable, writeMemoryReport } from './report/memory-report.ts';
import { printReport, writeReport } from './report/write-report.ts';
import { toTerminal } from './report/write-tables.ts';
import { runBench } from './run-bench.ts';

async function bench(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const results = await inWorkspace((workspace) => runBench(workspace, options));
  const verdicts = judgeBars(factsOf(results));
  printReport(results, verdicts);
  const name = `${options.isCheck ? 'check' : 'full'}-${options.series}-series`;
  const path = await writeReport(options.out, name, commandOf(args), results, verdicts);
  console.log(`Written to ${path}`);
  const missed = verdicts.filter(({ outcome }) => outcome === 'missed');
  for (const { bar } of missed) console.log(`MISSED: ${bar.work}, against ${bar.against}`);
  if (options.isCheck && missed.length > 0) process.exitCode = 1;
}

async function memory(args: readonly string[]): Promise<void> {
  const options = readMemoryOptions(args);
  const result = await inWorkspace((workspace) => measureMemory(workspace, options));
  console.log(`\n${toTerminal(memoryTable(result))}`);
  console.log(
    `Written to ${await writeMemoryReport(options.out, commandOf(['memory', ...args]), result)}`,
  );
}

const commandOf = (args: readonly string[]): string =>
  ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');

const [first, ...rest] = process.argv.slice(2);
if (first === '--help' || first === '-h') console.log(USAGE);
else if (first === 'memory') await memory(rest);
else if (first === 'import') await (await import('./import.ts')).benchImport(rest);
else if (first === 'model') await (await import('./model/bench-model.ts')).benchModel(rest);
else if (first === 'run') await (await import('./model/bench-run.ts')).benchRun(rest);
else if (first === 'scale') await (await import('./scale/scale.ts')).benchScale(rest);
else if (first === 'start') await (await import('./start/start.ts')).benchStart(rest);
else if (first === 'slice') await (await import('./slice/slice.ts')).benchSlice(rest);
else if (first === 'client') await (await import('./client/client.ts')).benchClient(rest);
else if (first === 'formats') await (await import('./formats/formats.ts')).benchFormats(rest);
else if (first === 'tables') await (await import('./tables/tables.ts')).benchTables(rest);
else if (first === 'ticks') await (await import('./ticks/ticks.ts')).benchTicks(rest);
else if (first === 'page') await (await import('./page.ts')).benchPage(rest);
else await bench(process.argv.slice(2));
