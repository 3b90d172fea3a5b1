// npm run bench -- scale: reads as the number of series grows, on both engines.

import { inWorkspace } from '../../harness/workspace.ts';
import { ENGINE_TITLES } from './engine.ts';
import { printScale, writeScale } from './report/scale-report.ts';
import { runScale } from './run-scale.ts';
import { readScaleOptions, SCALE_USAGE } from './scale-options.ts';

export async function benchScale(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(SCALE_USAGE);
    return;
  }
  const options = readScaleOptions(args);
  const command = ['npm run bench -- scale', ...args].join(' ');
  const results = await inWorkspace(
    (workspace) => runScale(workspace, options, command),
    options.kept,
  );
  printScale(results);
  const name = options.isSmall ? 'scale-small' : 'scale';
  console.log(`Written to ${await writeScale(options.out, name, results)}`);
  const missed = results.bars.filter(({ isReached }) => !isReached);
  for (const { engine, work } of missed) console.log(`MISSED: ${ENGINE_TITLES[engine]}, ${work}`);
  if (options.isCheck && missed.length > 0) process.exitCode = 1;
}
