// One worker of a server: the first process tells it how to serve and when to stop. If the first process
// dies, the channel to it closes and Node ends the worker.

import { readConfig } from '#config';
import type { Figure } from '#http/figures/merge-figures';
import type { Peers } from '#http/figures/metrics';
import { type App, startApp } from '#serve/app';
import type { FromWorker, ToWorker } from '#serve/messages';
import { asksOthers, STOP_WITHIN_MS, shareOfWorker } from '#serve/start';
import { startFaultOf } from '#serve/start-fault';
import { StoreUnavailable } from '#store/store';

const say = (message: FromWorker): void => {
  process.send?.(message);
};

/** Gives this process's figures to the first process, and asks it for those of all. */
class WorkerPeers implements Peers {
  #read: () => Promise<readonly Figure[]> = async () => [];
  readonly #asked = new Map<number, (figures: readonly Figure[]) => void>();
  #lastId = 0;

  offerFigures(read: () => Promise<Figure[]>): void {
    this.#read = read;
  }

  collectFigures(): Promise<readonly Figure[]> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      say({ kind: 'ask-figures', id });
    });
  }

  receive(id: number, figures: readonly Figure[]): void {
    this.#asked.get(id)?.(figures);
    this.#asked.delete(id);
  }

  async tell(id: number): Promise<void> {
    say({ kind: 'own-figures', id, figures: await this.#read() });
  }
}

const peers = new WorkerPeers();
let app: App | undefined;
let mustSchedule = false;
let isStopping = false;

async function start({ number, settings, isDemo }: ToWorker & { kind: 'start' }): Promise<void> {
  // The first process has read all settings: files of secrets may have changed since.
  const config = readConfig({}, settings);
  try {
    if (settings.HTTPS_PROXY && asksOthers(settings)) {
      (await import('#serve/enter-proxy')).enterProxy(settings);
    }
    app = await startApp(shareOfWorker(config), { isDemo, worker: { number, peers } });
  } catch (error) {
    const { message } = startFaultOf(error as Error, config);
    say({ kind: 'failed', message, isUnavailable: error instanceof StoreUnavailable });
    process.exitCode = 1;
    process.disconnect?.();
    return;
  }
  if (mustSchedule) app.startSchedules();
  say({ kind: 'ready' });
}

/** Stops once, even if a signal to the whole group and the first process both say so. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await app?.close();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

process.on('message', (message: ToWorker) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'stop') void stop();
  else if (message.kind === 'figures') peers.receive(message.id, message.figures);
  else if (message.kind === 'tell-figures') void peers.tell(message.id);
  else if (app) app.startSchedules();
  else mustSchedule = true;
});
say({ kind: 'hello' });
