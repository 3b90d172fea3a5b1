// What imports, exports and fetches say of their files: progress while they run, counts and speed after.

import type { Io } from '#cli/command/command';
import { inputName, namingFile, REMEDIES } from '#cli/command/input-files';
import { ProgressLine } from '#cli/terminal/progress-line';
import { formatCount } from '#cli/terminal/table';
import { type OpenRowsOptions, openRows, type RowInput } from '#importers/open-rows';
import type { WriteCounts } from '#store/journal-entry';

/** Opens a file's rows for `work`. */
export const withRows = <T>(
  file: string,
  io: Io,
  options: OpenRowsOptions,
  work: (input: RowInput) => Promise<T>,
): Promise<T> =>
  withFile(file, io, (onRead) => openRows(file, io.stdin, { ...options, onRead }), work);

interface OpenFile {
  /** The size as stored; undefined if it is not known. */
  readonly sizeBytes: number | undefined;
  readonly rows: { readonly dialect?: string | undefined };
}

/**
 * Opens a file for `work`, shows how far it is read, and says what was found out about how it is written. A fault
 * begins with the file's name.
 */
export async function withFile<File extends OpenFile, T>(
  file: string,
  { stderr }: Io,
  open: (onRead: (bytes: number) => void) => Promise<File>,
  work: (input: File) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(stderr);
  let sizeBytes: number | undefined;
  let dialect: string | undefined;
  const onRead = (bytes: number): void => line.showBytes(inputName(file), bytes, sizeBytes);
  try {
    const read = async (): Promise<T> => {
      const input = await open(onRead);
      sizeBytes = input.sizeBytes;
      const done = await work(input);
      ({ dialect } = input.rows);
      return done;
    };
    return await namingFile(file, read, REMEDIES);
  } finally {
    line.clear();
    if (dialect) stderr.write(`${inputName(file)}: read as ${dialect}\n`);
  }
}

/** `1,200 new, 34 changed, 0 same` */
export const describeCounts = ({ added, changed, same }: WriteCounts): string =>
  `${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(same)} same`;

/** `0.42 s, 2.9 million rows/s` */
export function describeSpeed(rows: number, seconds: number): string {
  const perSecond = rows / Math.max(seconds, 1e-3);
  const speed =
    perSecond >= 1e6
      ? `${(perSecond / 1e6).toFixed(1)} million`
      : formatCount(Math.round(perSecond));
  return `${seconds.toFixed(2)} s, ${speed} rows/s`;
}
