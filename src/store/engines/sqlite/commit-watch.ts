// The version of an embedded store's data. SQLite's own statement for it takes locks: it would take 8 to 15 µs of the
// 60 of a repeated request. Every commit, of any process, writes to the log (`…-wal`) before it can be seen. So the
// statement runs only if the log may have been written since it last ran.

import { closeSync, fstatSync, openSync } from 'node:fs';

/**
 * File systems give all writes within a few milliseconds the same time. A log that was written this lately may have
 * been written again since, at the same time.
 */
const SETTLED_MS = 100;

interface LogState {
  readonly writtenMs: number;
  readonly bytes: number;
}

export class CommitWatch {
  readonly #readVersion: () => number;
  readonly #now: () => number;
  /** Undefined if the log cannot be watched: then the statement runs each time. */
  #log: number | undefined;
  /** The state of the log before the version was read; undefined if the log may have been written at that time too. */
  #seen: LogState | undefined;
  #version = 0;

  /** `readVersion` runs SQLite's statement on the connection whose data is meant. */
  constructor(path: string, readVersion: () => number, now: () => number = Date.now) {
    this.#readVersion = readVersion;
    this.#now = now;
    this.#log = openLog(path);
  }

  /** A number that changes whenever any other connection, of this process or another, has committed. */
  read(): number {
    const state = this.#stateOfLog();
    const isSame =
      this.#seen !== undefined &&
      state?.writtenMs === this.#seen.writtenMs &&
      state.bytes === this.#seen.bytes;
    if (isSame) return this.#version;
    this.#seen = state && this.#now() - state.writtenMs > SETTLED_MS ? state : undefined;
    this.#version = this.#readVersion();
    return this.#version;
  }

  /** Nothing if the log is another file by now, as after a store was put in the place of this one. */
  #stateOfLog(): LogState | undefined {
    if (this.#log === undefined) return undefined;
    const { mtimeMs, size, nlink } = fstatSync(this.#log);
    return nlink > 0 ? { writtenMs: mtimeMs, bytes: size } : undefined;
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }
}

/** Windows may tell the time of a write late. SQLite takes no lock on the log, so that closing the file ends none. */
function openLog(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    return openSync(`${path}-wal`, 'r');
  } catch {
    return undefined;
  }
}
