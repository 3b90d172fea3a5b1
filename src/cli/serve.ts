// gridtide serve: runs the server until it is told to stop.

import { type App, startApp, VERSION } from '#app';
import { type Command, CommandFault, DONE, type Io, takePositionals } from '#cli/command';
import { paint } from '#cli/paint';
import { readSettings, STORE_OPTION } from '#cli/store-option';
import { type Config, SETTINGS } from '#config';
import { DEMO_NORDIC_USER, DEMO_USER } from '#demo/demo-start';

/** How long requests under way may take to finish after a stop was asked for. */
const STOP_WITHIN_MS = 10_000;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the server.',
  usage: '[--host HOST] [--port PORT] [--store URL] [--demo]',
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
    demo: {
      type: 'boolean',
      summary: 'Fill the store with a synthetic Europe and make a demo user.',
    },
  },
  notes: `Settings of the environment:\n${SETTINGS.map(({ name, meaning }) => `  ${name.padEnd(17)} ${meaning}`).join('\n')}`,
  async run(args, io) {
    takePositionals(args);
    const config = readSettings(io, {
      HOST: args.text('host'),
      PORT: args.text('port'),
      STORE: args.text('store'),
    });
    const isDemo = args.flag('demo');
    const app = await start(config, isDemo, io);
    io.stdout.write(banner(app, config, isDemo, io));
    await stopSignal();
    io.stdout.write('\nStopping: finishing the requests under way.\n');
    const deadline = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await app.close();
    clearTimeout(deadline);
    return DONE;
  },
};

async function start(config: Config, isDemo: boolean, io: Io): Promise<App> {
  const isTerminal = io.stderr.isTTY === true;
  const logLevel = config.logLevel ?? (isTerminal ? 'warn' : 'info');
  const onDemoProgress = (done: number, total: number): void => {
    if (isTerminal)
      io.stderr.write(
        done < total
          ? `\r\u001b[KMaking demo data: ${Math.floor((100 * done) / total)} %`
          : '\r\u001b[K',
      );
  };
  try {
    return await startApp({ ...config, logLevel }, { isDemo, clock: io.now, onDemoProgress });
  } catch (error) {
    throw plainFault(error as NodeJS.ErrnoException, config);
  }
}

/** What can go wrong at a start through no defect of ours, in one sentence. */
function plainFault(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new CommandFault(`port ${port} on ${host} is in use; choose another with --port`);
  if (error.code === 'EACCES')
    return new CommandFault(`port ${port} on ${host} may not be opened by this user`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CommandFault(`${host} is no address of this machine`);
  return new CommandFault(error.message);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function banner(app: App, config: Config, isDemo: boolean, { stdout, env }: Io): string {
  const bold = (text: string): string => paint('bold', text, stdout, env);
  const head = `\n${bold(`Gridtide ${VERSION}`)} serves ${bold(app.url)}\n  reference  ${app.url}/docs\n  store      ${config.storeUrl}\n`;
  if (!isDemo) return `${head}\n`;
  const { url, demoPassword } = app;
  return `${head}
${bold('Demo Europe: every value is synthetic.')}
  user       ${DEMO_USER} (reads everything), ${DEMO_NORDIC_USER} (only the Nordic series)
  password   ${demoPassword}
  or open    ${bold(app.makeSignInLink(DEMO_USER))}
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
