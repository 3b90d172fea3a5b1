// The commit of this checkout, for reports.

import { execFileSync } from 'node:child_process';

/** The short commit; with a plus if files differ from it, `unknown` without Git. */
export function readCommit(folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'sql', 'package-lock.json') !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
