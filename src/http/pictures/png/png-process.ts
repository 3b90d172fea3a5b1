// Turns SVG into PNG in a process of its own. The renderer is native code that ends its process if it meets what it
// does not expect: the server must not end with it. The process ends by itself when no picture is wanted for a while.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#core/errors';
import { MINUTE_MS, SECOND_MS } from '#core/time/instant';

const IDLE_MS = MINUTE_MS;
const LONGEST_MS = 30 * SECOND_MS;
const RETRY_SECONDS = 5;

export class PngProcess {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Renders one picture. Callers wait for each other. */
  async render(svg: string): Promise<Buffer> {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    try {
      return await renderBy(this.#child, svg);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(import.meta.resolve('#http/pictures/png/render-main')), {
      serialization: 'advanced',
      execArgv: conditionsOf(process.execArgv),
      // Nothing of the server's settings: they hold secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    // A server that closes does not wait for it.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

function renderBy(child: ChildProcess, svg: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const fail = (): void => reject(failure());
  const onMessage = (png: Uint8Array): void => resolve(Buffer.from(png));
  const timer = setTimeout(fail, LONGEST_MS);
  child.once('message', onMessage);
  child.once('exit', fail);
  child.once('error', fail);
  child.send(svg, (error) => error && fail());
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage);
    child.off('exit', fail);
    child.off('error', fail);
  });
}

const failure = (): Refusal =>
  new Refusal('server_busy', 'the picture could not be made in time', {
    retryAfterSeconds: RETRY_SECONDS,
  });

/** The conditions by which imports are resolved, as this process has them. */
function conditionsOf(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (arg === '-C' || arg === '--conditions') return [arg, args[i + 1] ?? ''];
    return /^(?:-C|--conditions=)./.test(arg) ? [arg] : [];
  });
}
