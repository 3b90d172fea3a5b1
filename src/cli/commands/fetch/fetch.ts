// gridtide fetch: values from other services, or from files of their answers, into a store.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
} from '#cli/command/command';
import { refuseRepeatedStdin } from '#cli/command/input-files';
import { STORE_OPTION, withStore, writtenZone, zoneBefore } from '#cli/command/store-option';
import { type FetchTask, storeFiles, storeParsed } from '#cli/commands/fetch/fetch-files';
import { makeSaveFolder, saveAnswer } from '#cli/commands/fetch/save-answers';
import { ProgressLine } from '#cli/terminal/progress-line';
import { didYouMean, quoteGiven } from '#core/nearest';
import { END_INSTANT, FIRST_INSTANT, type Instant } from '#core/time/instant';
import { parseMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Occurrence, Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import { askSource, readSecret, readServiceUrl } from '#sources/ask-source';
import { PoliteFetcher } from '#sources/fetch-politely';
import { addHourlyMeans } from '#sources/hourly-means';
import { loadSource, SOURCE_NAMES } from '#sources/registry/source-loaders';
import { type Source, SourceFault, type SourceRequest } from '#sources/source';

/** Options that make sense only if the service itself is asked. */
const ASKING_OPTIONS = ['area', 'what', 'from', 'to', 'base-url', 'save'];

export const fetchCommand: Command = {
  name: 'fetch',
  summary: 'Fetch values from ENTSO-E, the ECB or Open-Meteo, or read files of their answers.',
  usage: 'SOURCE [FILE…] [--what LIST] [--area LIST] [--from DATE] [--to DATE]',
  options: {
    what: { type: 'string', value: 'LIST', summary: 'Datasets, with commas between them.' },
    area: { type: 'string', value: 'LIST', summary: 'Areas, with commas between them: DE,NL.' },
    from: { type: 'string', value: 'DATE', summary: 'First market day, or a keyword: today-7.' },
    to: { type: 'string', value: 'DATE', summary: 'Last market day, included.' },
    hourly: {
      type: 'boolean',
      summary: 'Also store hours, as means of 15- and 30-minute values (the default).',
    },
    'no-hourly': { type: 'boolean', summary: 'Store the values as they come, without such hours.' },
    history: { type: 'boolean', summary: 'For ecb: the same as --what history.' },
    save: { type: 'string', value: 'FOLDER', summary: 'Keep the answers as files too.' },
    'base-url': {
      type: 'string',
      value: 'URL',
      summary: 'Ask a server on this machine instead, for tests.',
    },
    ...STORE_OPTION,
  },
  notes: `
entsoe: --what is prices, load, load-forecast, week-load-forecast, generation, wind-solar-forecast,
generation-forecast or reservoirs. The key is the setting ENTSOE_TOKEN.
ecb: --what is daily (the default), recent or history; no key and no area.
open-meteo: --what is the weather model, icon, ecmwf, gfs, arpege, ukmo or best. Days before today are what
was known the day before. OPEN_METEO_KEY is the key of a customer, OPEN_METEO_URL a server of your own.

With FILEs the service is not asked: they are its answers, compressed or not ("-" is standard input),
and are stored in the order in which they were made. Each answer is stored as a whole or not at all.
Series are made as needed. A value of 15 minutes belongs to a series of 15 minutes (deqhprice). Its hours
(dehrprice) are stored as means too, because forecasts are made of hours, unless --no-hourly is given.

For example: gridtide fetch entsoe --area DE,NL --what prices,load --from month-1 --to today`,
  asksOthers: () => true,
  async run(args, io) {
    const [name, ...files] = args.positionals;
    const source = await readSource(name);
    const zone = await zoneBefore(args, io);
    const asking = files.length === 0 ? readQuestion(source, args, zone, io) : undefined;
    if (!asking) refuseAskingOptions(args, files);
    const folder = makeSaveFolder(args.text('save'));
    await withStore(
      args,
      io,
      async (store) => {
        await writtenZone(store, io);
        const task = { store, source, zone, wantsHours: wantsHours(args) };
        if (asking) await askAll(asking, task, folder, io);
        else await storeFiles(files, task, io);
      },
      { create: true },
    );
    return DONE;
  },
};

function wantsHours(args: Arguments): boolean {
  if (!args.flag('no-hourly')) return true;
  if (args.flag('hourly')) throw misuse('--hourly and --no-hourly exclude each other');
  return false;
}

async function readSource(name: string | undefined): Promise<Source> {
  const known = SOURCE_NAMES.join(', ');
  if (name === undefined) throw misuse(`SOURCE missing; there are ${known}`);
  const source = await loadSource(name);
  if (source) return source;
  throw misuse(
    `unknown source ${quoteGiven(name)}${didYouMean(name, SOURCE_NAMES)}; there are ${known}`,
  );
}

function refuseAskingOptions(args: Arguments, files: readonly string[]): void {
  const option = ASKING_OPTIONS.find((name) => args.text(name) !== undefined);
  if (option !== undefined) throw misuse(`--${option} does not go with files`);
  refuseRepeatedStdin(files);
}

interface Asking {
  readonly requests: readonly SourceRequest[];
  readonly secret: string | undefined;
  readonly baseUrl: string | undefined;
  readonly serviceUrl: string | undefined;
}

/** Finds everything that can be wrong before the store is opened and the service is asked. */
function readQuestion(source: Source, args: Arguments, zone: Zone, io: Io): Asking {
  const needsAreas = source.datasets.some(({ isByArea }) => isByArea);
  const areas = listOf(args, 'area');
  if (needsAreas && areas.length === 0) throw misuse('--area missing, and no FILE given');
  if (!needsAreas && areas.length > 0) throw misuse(`${source.name} has no areas`);
  const what = args.flag('history') ? ['history'] : listOf(args, 'what');
  if (needsAreas && what.length === 0) {
    throw misuse(`--what missing: ${source.datasets.map(({ name }) => name).join(', ')}`);
  }
  const datasets = what.length > 0 ? what : [source.datasets[0]!.name];
  const baseUrl = args.text('base-url');
  return expectingRefusal(() => {
    const span = readSpan(args, needsAreas, zone, io.now());
    const serviceUrl = readServiceUrl(source, io.env);
    const question = { datasets, areas, span, now: io.now() };
    const requests = source.requestsFor(question, zone, baseUrl ?? serviceUrl);
    return { requests, secret: readSecret(source, io.env), baseUrl, serviceUrl };
  });
}

const listOf = (args: Arguments, name: string): string[] =>
  (args.text(name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readSpan(args: Arguments, isNeeded: boolean, zone: Zone, now: Instant): Span {
  const [from, to] = [args.text('from'), args.text('to')];
  if (isNeeded && from === undefined) throw misuse('--from missing');
  const start = from === undefined ? undefined : readDay(from, 'from', 'first', zone, now).start;
  const end = to === undefined ? undefined : readDay(to, 'to', 'second', zone, now).end;
  // Without --to, up to the end of tomorrow: day-ahead values are known until then.
  const tomorrow = zone.startOfDay(zone.dayOf(now) + 2);
  return { start: start ?? FIRST_INSTANT, end: end ?? (isNeeded ? tomorrow : END_INSTANT) };
}

function readDay(
  text: string,
  option: string,
  occurrence: Occurrence,
  zone: Zone,
  now: Instant,
): Span {
  const moment = parseMoment(text, `--${option}`, now, zone, occurrence);
  if (!('keyword' in moment)) return moment;
  throw misuse(
    `--${option} cannot be ${moment.keyword}: give a date, or a keyword such as today-7`,
  );
}

/** Prints a fault of a source as one line without a stack. */
function expectingRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SourceFault ? new CommandFault(error.message) : error;
  }
}

async function askAll(
  asking: Asking,
  task: FetchTask,
  folder: string | undefined,
  io: Io,
): Promise<void> {
  const { requests, secret } = asking;
  const { store, source, zone, wantsHours } = task;
  const line = new ProgressLine(io.stderr);
  const fetcher = openFetcher(source, asking, line, io);
  try {
    for (const [done, request] of requests.entries()) {
      line.showSteps(done, requests.length, request.label);
      const keep =
        folder === undefined
          ? undefined
          : (bytes: Uint8Array) => saveAnswer(folder, source, request, bytes, io);
      const parsed = await askSource(request, { source, fetcher, secret, zone }, keep);
      const batch = wantsHours ? addHourlyMeans(parsed) : parsed;
      const said = await storeParsed(store, batch, `${source.name}: ${request.label}`, io).catch(
        (fault: unknown) => {
          throw fault instanceof ImportFault ? new CommandFault(fault.in(request.label)) : fault;
        },
      );
      line.clear();
      io.stdout.write(`${request.label}: ${said}`);
    }
  } catch (error) {
    line.clear();
    throw error instanceof SourceFault ? new CommandFault(error.message) : error;
  }
}

const openFetcher = (
  source: Source,
  { secret, baseUrl, serviceUrl }: Asking,
  line: ProgressLine,
  io: Io,
): PoliteFetcher =>
  expectingRefusal(
    () =>
      new PoliteFetcher(
        source.limits,
        { now: io.now, sleep: (ms) => sleep(ms), random: Math.random },
        {
          baseUrl,
          serviceUrl,
          secrets: secret === undefined ? [] : [secret],
          onWait(label, reason, waitMs) {
            line.clear();
            const seconds = Math.ceil(waitMs / 1000);
            io.stderr.write(`${label}: ${reason}; trying again in ${seconds} s\n`);
          },
        },
      ),
  );
