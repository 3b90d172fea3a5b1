// An installation in which every secret is a canary: a store, commands and a server in processes of their own,
// and a service elsewhere that repeats the key it is asked with.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import type { Lifetime } from '../../harness/lifetime.ts';
import { runProduct } from '../../harness/product-process.ts';
import { Canaries, Evidence } from './canaries.ts';
import type { CommandAsked, CommandDone } from './canary-commands.ts';
import { type CanaryStore, makePostgresStore, makeSqliteStore } from './canary-stores.ts';
import { CommandProcess } from './command-process.ts';
import { startEchoService } from './echo-service.ts';

export class CanaryInstallation {
  readonly canaries = new Canaries();
  readonly evidence = new Evidence();
  readonly folder: string;
  readonly store: CanaryStore;
  readonly env: Record<string, string>;
  readonly serviceUrl: string;
  readonly #commands: CommandProcess;
  readonly #stored: string[] = [];

  private constructor(folder: string, store: CanaryStore, canaries: Canaries, serviceUrl: string) {
    this.folder = folder;
    this.store = store;
    this.canaries = canaries;
    this.serviceUrl = serviceUrl;
    const mailPassword = canaries.plant('the password of SMTP_URL');
    this.env = {
      STORE: store.url,
      LOG_LEVEL: 'trace',
      ENTSOE_TOKEN: canaries.plant('ENTSOE_TOKEN', true),
      OPEN_METEO_KEY: canaries.plant('OPEN_METEO_KEY', true),
      DEMO_PASSWORD: canaries.plant('DEMO_PASSWORD'),
      // Nothing listens there: a server that sends e-mail logs why it cannot.
      SMTP_URL: `smtp://desk:${encodeURIComponent(mailPassword)}@127.0.0.1:1`,
      MAIL_FROM: 'gridtide@example.com',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(canaries.plant('OTEL_EXPORTER_OTLP_HEADERS', true))}`,
      COLLECT: join(folder, 'collect.json'),
    };
    this.#commands = new CommandProcess(this.env);
  }

  static async open(t: Lifetime, engine: 'sqlite' | 'postgres'): Promise<CanaryInstallation> {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-canary-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const canaries = new Canaries();
    const store = await (engine === 'sqlite' ? makeSqliteStore(t) : makePostgresStore(t, canaries));
    const installation = new CanaryInstallation(folder, store, canaries, await startEchoService(t));
    t.after(() => void installation.#commands.end());
    const entry = { source: 'entsoe', what: ['prices'], areas: ['DE'], every: '1h' };
    const from = new Date().toISOString().slice(0, 10);
    const sources = [{ ...entry, back: '0d', from, baseUrl: installation.serviceUrl }];
    await installation.file('collect.json', JSON.stringify({ sources }));
    return installation;
  }

  async file(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /**
   * Runs a command, whose output is evidence. `makes` names a secret that it prints, alone on a line.
   * `isAlone` runs it in a process of its own, with all that happens at a start and an end.
   */
  async command(
    argv: readonly string[],
    {
      stdin = '',
      env = {} as Record<string, string>,
      makes = undefined as string | undefined,
      isAlone = false,
    } = {},
  ): Promise<CommandDone> {
    const asked = { argv, stdin, env };
    const done = await (isAlone ? this.#runAlone(asked) : this.#commands.run(asked));
    const made = makes === undefined ? [] : [this.canaries.add(makes, done.stdout.trim())];
    const what = `gridtide ${argv.slice(0, 2).join(' ')}`;
    this.evidence.add(`stdout of ${what}`, done.stdout, made);
    this.evidence.add(`stderr of ${what}`, done.stderr);
    return done;
  }

  async #runAlone({ argv, stdin, env }: CommandAsked): Promise<CommandDone> {
    const { code, stdout, stderr } = await runProduct(argv, {
      env: { ...this.env, ...env },
      stdin,
    });
    return { code: code!, stdout, stderr };
  }

  /** Ends the process of commands. What it wrote besides their output is evidence. */
  async endCommands(): Promise<void> {
    for (const [name, text] of Object.entries(await this.#commands.end()))
      this.evidence.add(`${name} of the commands’ process`, text);
  }

  /** Opens the store in this process for `work`. */
  async withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(this.store.url);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Notes a secret that the store has to have, because the server signs with it. */
  stores(secret: string): string {
    this.#stored.push(secret);
    return secret;
  }

  async keepDump(when: string): Promise<void> {
    for (const [name, bytes] of await this.store.dump()) {
      this.evidence.add(`${name}, ${when}`, bytes, this.#stored);
    }
  }
}
