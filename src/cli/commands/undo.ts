// gridtide undo: taking back what one write changed.

import { commandActor } from '#cli/command/actor';
import {
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { confirm, YES_OPTION } from '#cli/command/confirm';
import { STORE_OPTION, withStore } from '#cli/command/store-option';
import { describeEntry, nameOfEntry } from '#cli/commands/imports';
import { countOf, formatCount } from '#cli/terminal/table';
import { UndoFault } from '#store/series/undo-entry';
import type { JournalEntry, UndoCounts } from '#store/series-store';
import type { Store } from '#store/store';

export const undoCommand: Command = {
  name: 'undo',
  summary: 'Take back what one import or other write changed.',
  usage: 'NUMBER [--yes] [--store URL]',
  options: { ...YES_OPTION, ...STORE_OPTION },
  notes: `
NUMBER is that of gridtide imports. Points, runs and descriptions become what they were before that
write. What was changed again since stays as it is, and is counted. Series that the write made stay,
without values. Values that a rule put aside stay where they are: see gridtide held.

Taking back is itself a write with a number, so it can be taken back too. Nothing is forgotten: answers
as of a time in between are what they were.`,
  async run(args, io) {
    const [text = ''] = takePositionals(args, 'NUMBER');
    const id = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) {
      throw misuse(`"${text}" is not a number of gridtide imports`);
    }
    await withStore(args, io, async (store) => {
      const entry = await store.findEntry(id);
      if (!entry) throw new CommandFault(`there is no entry ${id}: see gridtide imports`);
      if (!args.flag('yes')) {
        io.stderr.write(`${nameOfEntry(entry)}: ${describeEntry(entry)}\n`);
        const counts = await tryUndo(store, entry, io);
        await confirm(`Taking it back puts back ${describe(counts)}. Go on?`, args, io);
      }
      const counts = await undo(store, entry, io, async () => {});
      io.stdout.write(`entry ${id} taken back: ${describe(counts)}\n`);
    });
    return DONE;
  },
};

/** `end` runs inside the transaction, after everything was put back. */
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

/** What taking back would do: done, and given up before it is kept. */
async function tryUndo(store: Store, entry: JournalEntry, io: Io): Promise<UndoCounts> {
  let found: UndoCounts | undefined;
  const givenUp = new Error('only tried');
  await undo(store, entry, io, async (counts) => {
    found = counts;
    throw givenUp;
  }).catch((error) => {
    if (error !== givenUp) throw error;
  });
  return found!;
}

/** `1,200 points, 2 runs and 0 descriptions; 3 that were changed since stay` */
function describe({ points, runs, definitions, kept }: UndoCounts): string {
  const parts = [countOf(points, 'point'), countOf(runs, 'run')].join(', ');
  const stay = kept === 0 ? '' : `; ${formatCount(kept)} that changed again since stay as they are`;
  return `${parts} and ${countOf(definitions, 'description')}${stay}`;
}
