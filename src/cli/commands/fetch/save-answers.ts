// gridtide fetch --save: keeps the answers of a service as files.

import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CommandFault, type Io } from '#cli/command/command';
import { quoteGiven } from '#core/nearest';
import type { Source, SourceRequest } from '#sources/source';
import { makeFolder } from '#store/make-folder';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes the folder that was given, if one was, and returns it. */
export function makeSaveFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    makeFolder(folder);
    return folder;
  } catch (error) {
    const fault = `the folder ${quoteGiven(folder)} of --save cannot be made (${codeOf(error)})`;
    throw new CommandFault(fault);
  }
}

export async function saveAnswer(
  folder: string,
  source: Source,
  request: SourceRequest,
  bytes: Uint8Array,
  io: Io,
): Promise<void> {
  const saved = source.savedAs?.(request, bytes);
  const path = join(folder, fileOf(source, request, saved?.extension, io));
  try {
    await writeFile(path, saved?.bytes ?? bytes);
  } catch (error) {
    throw new CommandFault(`${path} cannot be written (${codeOf(error)})`);
  }
}

/** `entsoe-nl-prices-2024-09-02-asked-20240903T101500Z.xml` */
function fileOf(
  { name }: Source,
  { label, url }: SourceRequest,
  extension: string | undefined,
  io: Io,
): string {
  const asked = new Date(io.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const words = label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const end = extension ?? (extname(new URL(url).pathname) || '.xml');
  return `${name}-${words}-asked-${asked}${end}`;
}
