// A connection that is handed to a worker which dies before it takes it.

import type { Worker } from 'node:cluster';

/** What the first process has of a connection. */
interface Handle {
  close(): void;
}

/**
 * Closes the last connection that was handed to a worker when the worker ends. Node forgets a connection that
 * the worker had not taken yet, and its client would wait for ever; closing one that was taken does nothing.
 */
export function closeHandedConnection(worker: Worker): void {
  const { process } = worker;
  const send = process.send.bind(process) as (...message: unknown[]) => boolean;
  let handed: Handle | undefined;
  process.send = (...message: unknown[]): boolean => {
    const [{ act }, handle] = message as [{ act?: string }, Handle?];
    if (act === 'newconn') handed = handle;
    return send(...message);
  };
  worker.once('exit', () => handed?.close());
}
