// gridtide fetch SOURCE FILE…: answers that are files already, in the order in which they were made.

import type { Io } from '#cli/command/command';
import { inputName, namingFile } from '#cli/command/input-files';
import { commandActor } from '#cli/command/store-option';
import { describeBatch } from '#cli/commands/fetch/fetch-report';
import type { Zone } from '#core/time/zone';
import { openInput } from '#importers/files/open-input';
import { addHourlyMeans } from '#sources/hourly-means';
import type { ParsedBatch, Source } from '#sources/source';
import { storeBatch } from '#sources/store-batch';
import type { Store } from '#store/store';

/** What every answer of a fetch is read and stored with. */
export interface FetchTask {
  readonly store: Store;
  readonly source: Source;
  readonly zone: Zone;
  /** Whether hours are made of shorter intervals too. */
  readonly wantsHours: boolean;
}

export async function storeFiles(
  files: readonly string[],
  { store, source, zone, wantsHours }: FetchTask,
  io: Io,
): Promise<void> {
  for (const file of await inOrderOfCreation(source, files, io)) {
    const name = inputName(file);
    await namingFile(file, async () => {
      const { pieces } = await openInput(file, io.stdin);
      const parsed = await source.parse(pieces, undefined, zone);
      const batch = wantsHours ? addHourlyMeans(parsed) : parsed;
      io.stdout.write(`${name}: ${await storeParsed(store, batch, name, io)}`);
    });
  }
}

/** Stores a batch in one transaction; returns the lines that say what was stored. */
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

/** A newer answer is stored later, as it knows better. Undated files are first, standard input last. */
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
  // Infinity minus itself is NaN: such files keep their order.
  return dated.sort((a, b) => a.at - b.at || 0).map(({ file }) => file);
}

const HEAD_BYTES = 1 << 14;

async function readHead(file: string, io: Io): Promise<Uint8Array> {
  return namingFile(file, async () => {
    const { pieces } = await openInput(file, io.stdin);
    for await (const piece of pieces) return piece.subarray(0, HEAD_BYTES);
    return new Uint8Array(0);
  });
}
