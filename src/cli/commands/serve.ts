// gridtide serve: runs the server until it is told to stop.

import { SignInCodes } from '#accounts/sign-in-codes';
import { type Command, DONE, FAILED, type Io, takePositionals } from '#cli/command/command';
import { writeCompiledCodeSoon } from '#cli/command/compile-cache';
import { readSettings, STORE_OPTION } from '#cli/command/store-option';
import { paint } from '#cli/terminal/table';
import type { Config } from '#config';
import { DEMO_NORDIC_USER, DEMO_USER } from '#demo/demo-start';
import { makeLogger, openServerStore, prepareStore, signInLink, startApp, urlOf } from '#serve/app';
import { openSso, readCollect } from '#serve/schedules';
import {
  asksOthers,
  describeStore,
  STOP_WITHIN_MS,
  stopSignal,
  tryPort,
  withLogLevel,
} from '#serve/start';
import { startFaultOf } from '#serve/start-fault';
import type { Workers } from '#serve/workers';
import { FirstSteps } from '#service/first-steps';
import { SETTINGS } from '#settings/settings';
import { VERSION } from '#version';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the server.',
  usage: '[--host HOST] [--port PORT] [--store URL] [--workers N] [--demo]',
  options: {
    host: {
      type: 'string',
      value: 'HOST',
      summary: 'Address to listen on; else HOST, else 127.0.0.1.',
    },
    port: {
      type: 'string',
      value: 'PORT',
      summary: 'Port to listen on; else PORT, else 8080. 0 takes any free one.',
    },
    ...STORE_OPTION,
    workers: {
      type: 'string',
      value: 'N',
      summary: 'Processes that share the port; else WORKERS, else 1.',
    },
    demo: {
      type: 'boolean',
      summary: 'Fill the store with a synthetic Europe and make a demo user.',
    },
  },
  notes: `Settings, of the environment or of a settings file:\n${SETTINGS.map(({ name, meaning }) => `  ${name.padEnd(17)} ${meaning}`).join('\n')}`,
  asksOthers,
  async run(args, io) {
    takePositionals(args);
    const settings = readSettings(io, {
      HOST: args.text('host'),
      PORT: args.text('port'),
      STORE: args.text('store'),
      WORKERS: args.text('workers'),
    });
    for (const warning of io.origin?.settings.warnings ?? []) {
      io.stderr.write(`warning: ${warning}\n`);
    }
    const config = withLogLevel(settings, io.stderr.isTTY === true);
    const serve = config.workers > 1 ? serveByWorkers : serveAlone;
    return serve(config, args.flag('demo'), io);
  },
};

type FinalConfig = ReturnType<typeof withLogLevel>;

/** What is printed of a start. */
interface Started {
  readonly url: string;
  readonly demoPassword: string | undefined;
  /** A link that signs the demo user in, once. */
  readonly link: string | undefined;
  /** The commands that make a new server of use. */
  readonly firstSteps: readonly string[];
}

async function serveAlone(config: FinalConfig, isDemo: boolean, io: Io): Promise<number> {
  const options = { isDemo, clock: io.now, onDemoProgress: showDemoProgress(io) };
  const app = await explained(config, () => startApp(config, options));
  const link = isDemo ? await app.makeSignInLink(DEMO_USER) : undefined;
  const firstSteps = await new FirstSteps(app.store).list();
  io.stdout.write(banner({ ...app, link, firstSteps }, config, io));
  writeCompiledCodeSoon();
  await stopSignal();
  sayStopping(io);
  const deadline = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
  await app.close();
  clearTimeout(deadline);
  return DONE;
}

async function serveByWorkers(config: FinalConfig, isDemo: boolean, io: Io): Promise<number> {
  const { workers, started } = await explained(config, () => startWorkers(config, isDemo, io));
  io.stdout.write(banner(started, config, io));
  try {
    await Promise.race([stopSignal(), workers.failed]);
  } catch (error) {
    await workers.stop();
    throw error;
  }
  sayStopping(io);
  return (await workers.stop()) ? DONE : FAILED;
}

/** Prepares the store once for all workers, and starts them on it. */
async function startWorkers(
  config: FinalConfig,
  isDemo: boolean,
  io: Io,
): Promise<{ readonly workers: Workers; readonly started: Started }> {
  const port = await tryPort(config);
  const url = urlOf(config, port);
  await readCollect(config);
  await openSso(config);
  const store = await openServerStore(config);
  try {
    const options = { isDemo, clock: io.now, onDemoProgress: showDemoProgress(io) };
    const demoPassword = await prepareStore(store, config, options);
    const { Workers } = await import('#serve/workers');
    const workers = await Workers.start({
      count: config.workers,
      settings: {
        ...settingsOf(io),
        HOST: config.host,
        PORT: String(port),
        STORE: config.storeUrl,
        WORKERS: String(config.workers),
        LOG_LEVEL: config.logLevel,
      },
      isDemo,
      logger: makeLogger(config.logLevel),
    });
    const codes = new SignInCodes(store.accounts);
    const link = isDemo ? signInLink(url, await codes.make(DEMO_USER, io.now())) : undefined;
    const firstSteps = await new FirstSteps(store).list();
    return { workers, started: { url, demoPassword, link, firstSteps } };
  } finally {
    await store.close();
  }
}

/** The settings that are not left out, wherever they came from. */
const settingsOf = ({ env }: Io): Record<string, string> =>
  Object.fromEntries(
    SETTINGS.flatMap(({ name }) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );

async function explained<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw startFaultOf(error as NodeJS.ErrnoException, config);
  }
}

/** Shows on a terminal how far the demo's data is. */
function showDemoProgress({ stderr }: Io): (done: number, total: number) => void {
  return (done, total) => {
    if (stderr.isTTY !== true) return;
    const percent = Math.floor((100 * done) / total);
    stderr.write(done < total ? `\r\u001b[KMaking demo data: ${percent} %` : '\r\u001b[K');
  };
}

function sayStopping({ stdout }: Io): void {
  stdout.write('\nStopping: finishing the requests under way.\n');
}

/** What to do first with a new store, in another terminal. */
const stepsText = (steps: readonly string[]): string =>
  steps.length === 0
    ? ''
    : `\nFirst steps, in another terminal with the same STORE:\n${steps.map((step) => `  ${step}\n`).join('')}`;

function banner({ url, demoPassword, link, firstSteps }: Started, config: Config, io: Io): string {
  const bold = (text: string): string => paint('bold', text, io.stdout, io.env);
  const head = [
    `\n${bold(`Gridtide ${VERSION}`)} serves ${bold(url)}`,
    `  reference  ${url}/docs`,
    `  store      ${describeStore(config.storeUrl)}`,
    ...(config.workers > 1 ? [`  workers    ${config.workers}`] : []),
    '',
  ].join('\n');
  if (link === undefined) return `${head}${stepsText(firstSteps)}\n`;
  return `${head}
${bold('Demo Europe: every value is synthetic.')}
  user       ${DEMO_USER} (reads everything), ${DEMO_NORDIC_USER} (only the Nordic series)
  password   ${demoPassword}
  or open    ${bold(link)}
             (signs in once, within 15 minutes)

Try it:
  curl -s ${url}/api/user/login -H 'content-type: application/json' \\
    -d '${JSON.stringify({ UserName: DEMO_USER, Password: demoPassword })}'

  TOKEN=$(curl -s ${url}/api/v1/auth -H 'content-type: application/json' \\
    -d '${JSON.stringify({ username: DEMO_USER, password: demoPassword })}' | tr -d '"')
  curl -s ${url}/api/fundamental/series -H "authorization: Bearer $TOKEN" \\
    -H 'content-type: application/json' \\
    -d '{"SeriesId":"dehrprice","FromDateTime":"today","ToDateTime":"today","Resolution":"hour"}'

Stop with Ctrl+C.

`;
}
