// gridtide undo: taking back what one write changed.

import {
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { YES_OPTION } from '#cli/command/confirm';
import { commandActor, STORE_OPTION, withStore } from '#cli/command/store-option';
import { countOf, formatCount } from '#cli/terminal/table';
import { formatUtc } from '#core/time/instant';
import type { JournalEntry, UndoCounts } from '#store/journal-entry';
import { UndoFault } from '#store/series/undo-entry';
import type { Store } from '#store/store';

export const undoCommand: Command = {
  name: 'undo',
  summary: 'Take back what one import or other write changed.',
  usage: 'NUMBER [--dry-run] [--store URL]',
  options: {
    'dry-run': { type: 'boolean', summary: 'Say what would be put back, and change nothing.' },
    // The command asked once. It does not: what it does can be taken back.
    yes: { ...YES_OPTION.yes, isHidden: true },
    ...STORE_OPTION,
  },
  notes: `
NUMBER is that of gridtide journal. Points, runs and descriptions become what they were before that
write. What was changed again since stays as it is, and is counted. Series that the write made stay,
without values. Values that a rule put aside stay held: see gridtide held.

Taking back is itself a write with a number, so it can be taken back too, and the command does not ask. Nothing is forgotten: answers
as of a time in between stay the same.`,
  async run(args, io) {
    const [text = ''] = takePositionals(args, 'NUMBER');
    const id = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) {
      throw misuse(`"${text}" is not a number of gridtide journal`);
    }
    await withStore(args, io, async (store) => {
      const entry = await store.findEntry(id);
      if (!entry) throw new CommandFault(`there is no entry ${id}: see gridtide journal`);
      if (args.flag('dry-run')) {
        io.stdout.write(`${nameOfEntry(entry)}: ${describeEntry(entry)}\n`);
        const counts = await tryUndo(store, entry, io);
        io.stdout.write(`taking it back would put back ${describe(counts)}\n`);
        return;
      }
      const counts = await undo(store, entry, io, async (found) => {
        // Thrown inside the transaction, so that no entry is left of what did nothing.
        if (isNothing(found)) throw new CommandFault(`nothing to take back: ${describe(found)}`);
      });
      io.stdout.write(`entry ${id} taken back: ${describe(counts)}\n`);
    });
    return DONE;
  },
};

/** Takes an entry back. `end` runs inside the transaction, after everything was put back. */
async function undo(
  store: Store,
  { id, name }: JournalEntry,
  { now }: Io,
  end: (counts: UndoCounts) => Promise<void>,
): Promise<UndoCounts> {
  const facts = { kind: 'undo' as const, actor: commandActor(), name, now: now(), undoes: id };
  try {
    return await store.write(async (writer) => {
      const counts = await writer.undoEntry(id, facts.now);
      await end(counts);
      return counts;
    }, facts);
  } catch (error) {
    throw error instanceof UndoFault ? new CommandFault(error.message) : error;
  }
}

/** What taking back would do: done, and rolled back before it is kept. */
async function tryUndo(store: Store, entry: JournalEntry, io: Io): Promise<UndoCounts> {
  let found: UndoCounts | undefined;
  const rollBack = new Error('only tried');
  await undo(store, entry, io, async (counts) => {
    found = counts;
    throw rollBack;
  }).catch((error) => {
    if (error !== rollBack) throw error;
  });
  return found!;
}

const isNothing = ({ points, runs, definitions }: UndoCounts): boolean =>
  points + runs + definitions === 0;

/** `1,200 points, 2 runs and 0 descriptions; 3 that were changed since stay` */
function describe({ points, runs, definitions, kept }: UndoCounts): string {
  const parts = [countOf(points, 'point'), countOf(runs, 'run')].join(', ');
  const stay = kept === 0 ? '' : `; ${formatCount(kept)} that changed again since stay as they are`;
  return `${parts} and ${countOf(definitions, 'description')}${stay}`;
}

/** `entry 12: import prices.csv by anna, 2026-11-15T12:00:00Z` */
const nameOfEntry = ({ id, kind, name, actor, recordedAt }: JournalEntry): string =>
  `entry ${id}: ${kind} ${name} by ${actor}, ${formatUtc(recordedAt)}`;

/** `3 series; points: 1,200 new, 3 changed; runs: 2 new, 0 changed` */
function describeEntry({ seriesCount, points, runs }: JournalEntry): string {
  const part = (noun: string, { added, changed }: JournalEntry['runs']): string[] =>
    added + changed === 0
      ? []
      : [`${noun}: ${formatCount(added)} new, ${formatCount(changed)} changed`];
  const parts = [...part('points', points), ...part('runs', runs)];
  return [`${formatCount(seriesCount)} series`, ...parts].join('; ');
}
