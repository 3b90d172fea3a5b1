// The option --source: what made a run.

import { type Arguments, misuse } from '#cli/command/command';
import { isSourceName, MOST_SOURCE_CHARACTERS } from '#core/values/source-order';

export function readSource(args: Arguments): string | undefined {
  const source = args.text('source')?.trim();
  if (source === undefined || isSourceName(source)) return source;
  throw misuse(`--source is a name of 1 to ${MOST_SOURCE_CHARACTERS} characters`);
}
