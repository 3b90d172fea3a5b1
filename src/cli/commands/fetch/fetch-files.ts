// gridtide fetch SOURCE FILE…: answers that somebody has already, in the order in which they were made.

import { commandActor } from '#cli/command/actor';
import { CommandFault, type Io } from '#cli/command/command';
import { describeBatch } from '#cli/commands/fetch/fetch-report';
import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import { openInput } from '#importers/files/open-input';
import { addHourlyMeans } from '#sources/hourly-means';
import { type ParsedBatch, type Source, SourceFault } from '#sources/source';
import { storeBatch } from '#sources/store-batch';
import type { Store } from '#store/store';

export async function storeFiles(
  store: Store,
  source: Source,
  files: readonly string[],
  zone: Zone,
  wantsHours: boolean,
  io: Io,
): Promise<void> {
  for (const file of await inOrderOfCreation(source, files, io)) {
    const name = file === '-' ? 'stdin' : file;
    await blaming(name, async () => {
      const { pieces } = await openInput(file, io.stdin);
      const parsed = await source.parse(pieces, undefined, zone);
      const batch = wantsHours ? addHourlyMeans(parsed) : parsed;
      io.stdout.write(`${name}: ${await storeParsed(store, batch, name, io)}`);
    });
  }
}

/** Stores a batch as one transaction; returns the lines that say what became of it. */
export async function storeParsed(
  store: Store,
  batch: ParsedBatch,
  name: string,
  io: Io,
): Promise<string> {
  if (batch.kind === 'none') return describeBatch(batch, undefined);
  const now = io.now();
  const entry = { kind: 'import', actor: commandActor(), name, now } as const;
  const counts = await store.write((writer) => storeBatch(writer, batch, now), entry);
  return describeBatch(batch, counts);
}

/** The later answer must come later: it knows better. Standard input is last; others keep their order. */
async function inOrderOfCreation(
  source: Source,
  files: readonly string[],
  io: Io,
): Promise<readonly string[]> {
  if (!source.createdAt || files.length < 2) return files;
  const dated: { file: string; at: number }[] = [];
  for (const file of files) {
    const at = file === '-' ? undefined : source.createdAt(await readHead(file, io));
    dated.push({ file, at: at ?? (file === '-' ? Infinity : -Infinity) });
  }
  // Infinity minus itself is not a number, and such files keep their order.
  return dated.sort((a, b) => a.at - b.at || 0).map(({ file }) => file);
}

const HEAD_BYTES = 1 << 14;

async function readHead(file: string, io: Io): Promise<Uint8Array> {
  return blaming(file, async () => {
    const { pieces } = await openInput(file, io.stdin);
    for await (const piece of pieces) return piece.subarray(0, HEAD_BYTES);
    return new Uint8Array(0);
  });
}

/** Puts the file's name before what is wrong in it. */
async function blaming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw new CommandFault(error.in(file));
    if (error instanceof SourceFault) throw new CommandFault(`${file}: ${error.message}`);
    throw error;
  }
}
