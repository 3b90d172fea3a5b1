// gridtide alert: rules of the operators, and of users, that say when a series fulfils a condition.

import {
  type Arguments,
  type Command,
  CommandFault,
  type CommandGroup,
  DONE,
  type Io,
  takePositionals,
} from '#cli/command/command';
import { readCount } from '#cli/command/read-option';
import {
  commandActor,
  JSON_OPTION,
  marketOf,
  STORE_OPTION,
  withStore,
} from '#cli/command/store-option';
import { tryCommand } from '#cli/commands/alert/alert-try';
import { printJson, printTable } from '#cli/terminal/table';
import { CONDITION_FORMS } from '#core/alerts/parse-condition';
import { addRule, checkRule, findRule, readSilence } from '#service/alerts/alert-rules';
import { listAlerts, listSilences, showAlert, showHistory } from '#service/alerts/show-alerts';
import type { AlertWriter } from '#store/alert-store';
import type { Store } from '#store/store';

const USUAL_CHANGES = 20;
const MOST_CHANGES = 10_000;

const add: Command = {
  name: 'alert add',
  summary: 'Add an alert of the operators.',
  usage: 'NAME CONDITION [--wait DURATION] [--email ADDRESS]…',
  options: {
    wait: {
      type: 'string',
      value: 'DURATION',
      summary: 'How long the condition is pending before the alert fires, such as 15min.',
    },
    email: {
      type: 'string',
      value: 'ADDRESS',
      multiple: true,
      summary: 'Who gets an e-mail when it fires and when it is resolved; at most 5 times.',
    },
    ...STORE_OPTION,
  },
  notes: `
A condition is one of:
  ${CONDITION_FORMS.join('\n  ')}

For example: gridtide alert add negative 'dehrprice < 0 for 2h within tomorrow'`,
  async run(args, io) {
    const [name, condition] = takePositionals(args, 'NAME', 'CONDITION');
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const draft = { name, condition, wait: args.text('wait'), emails: args.texts('email') };
      const content = checkRule(draft, null, io.now(), zone);
      const entry = {
        kind: 'alert',
        actor: commandActor(),
        name: `${content.name}: added`,
      } as const;
      const now = io.now();
      const rule = await store.write((writer) => addRule(writer, null, content, now), {
        ...entry,
        now,
      });
      io.stdout.write(`${rule.name}: ${rule.condition} (${rule.id})\n`);
    });
    return DONE;
  },
};

const list: Command = {
  name: 'alert list',
  summary: 'List the alerts with their states.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    takePositionals(args);
    const alerts = await withStore(args, io, async (store) =>
      listAlerts(await store.openAlerts(), () => true, io.now()),
    );
    if (args.flag('json')) printJson(alerts, io);
    else {
      const columns = [
        { title: 'NAME', cell: ({ name }: (typeof alerts)[number]) => name },
        { title: 'OWNER', cell: ({ owner }: (typeof alerts)[number]) => owner ?? '' },
        { title: 'STATE', cell: ({ state }: (typeof alerts)[number]) => state },
        { title: 'FIRING', cell: ({ firing }: (typeof alerts)[number]) => firing },
        {
          title: 'SILENCED UNTIL',
          cell: ({ silencedUntil }: (typeof alerts)[number]) => silencedUntil ?? '',
        },
        { title: 'CONDITION', cell: ({ condition }: (typeof alerts)[number]) => condition },
      ];
      printTable(alerts, columns, io);
    }
    return DONE;
  },
};

const show: Command = {
  name: 'alert show',
  summary: 'Show an alert as JSON, with the state of each of its series.',
  usage: 'NAME',
  options: STORE_OPTION,
  notes: 'NAME is the name or the id of an alert. If several owners have the name, give the id.',
  async run(args, io) {
    const [given] = takePositionals(args, 'NAME');
    const shown = await withStore(args, io, async (store) => {
      const alerts = await store.openAlerts();
      return showAlert(alerts, await findRule(alerts, given!), io.now());
    });
    io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return DONE;
  },
};

/** Changes an alert in one transaction with an entry of the journal. */
async function change<T>(
  store: Store,
  io: Io,
  name: string,
  work: (alerts: AlertWriter) => Promise<T>,
): Promise<T> {
  const entry = { kind: 'alert', actor: commandActor(), name, now: io.now() } as const;
  return store.write(async (writer) => work(await writer.openAlerts()), entry);
}

const remove: Command = {
  name: 'alert remove',
  summary: 'Remove an alert and its history.',
  usage: 'NAME',
  options: STORE_OPTION,
  async run(args, io) {
    const [given] = takePositionals(args, 'NAME');
    await withStore(args, io, async (store) => {
      const { id, name } = await findRule(await store.openAlerts(), given!);
      await change(store, io, `${name}: removed`, (alerts) => alerts.removeRule(id, io.now()));
      io.stdout.write(`${name}: removed\n`);
    });
    return DONE;
  },
};

const silence: Command = {
  name: 'alert silence',
  summary: 'Keep the messages of an alert back until a time, or end that.',
  usage: 'NAME (UNTIL | --end) [--series SERIES]',
  options: {
    series: { type: 'string', value: 'SERIES', summary: 'Only messages about this series.' },
    end: { type: 'boolean', summary: 'End the silence now.' },
    ...STORE_OPTION,
  },
  notes: `
UNTIL is a length of time from now such as 2h, an instant, or a date or keyword, which mean their end. Changes of
state are kept. If the state differs at the end from what was told last, one message says so then.`,
  async run(args, io) {
    const isEnd = args.flag('end');
    const [given, until] = isEnd
      ? takePositionals(args, 'NAME')
      : takePositionals(args, 'NAME', 'UNTIL');
    await withStore(args, io, (store) => silenceAlert(store, args, io, given!, until));
    return DONE;
  },
};

async function silenceAlert(
  store: Store,
  args: Arguments,
  io: Io,
  given: string,
  until: string | undefined,
): Promise<void> {
  const { zone } = await marketOf(store, io);
  const { id, name } = await findRule(await store.openAlerts(), given);
  const series = args.text('series');
  if (args.flag('end')) {
    const code = series?.toLowerCase() ?? null;
    const work = async (alerts: AlertWriter) => {
      if (await alerts.removeSilence(id, code)) return;
      throw new CommandFault(`${name}: there is no such silence`);
    };
    await change(store, io, `${name}: no longer silenced`, work);
    io.stdout.write(`${name}: no longer silenced\n`);
    return;
  }
  const read = readSilence({ until, series }, id, commandActor(), io.now(), zone);
  await change(store, io, `${name}: silenced`, (alerts) => alerts.putSilence(read));
  const [made] = await listSilences(await store.openAlerts(), id, io.now());
  io.stdout.write(`${name}: silenced until ${made!.until}\n`);
}

const history: Command = {
  name: 'alert history',
  summary: 'Show when an alert fired and was resolved, newest first.',
  usage: 'NAME [--limit N] [--json]',
  options: {
    limit: {
      type: 'string',
      value: 'N',
      summary: `At most N changes; ${USUAL_CHANGES} by default.`,
    },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  async run(args, io) {
    const [given] = takePositionals(args, 'NAME');
    const limit = readCount(args, 'limit', 1, MOST_CHANGES, USUAL_CHANGES);
    const { changes } = await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const alerts = await store.openAlerts();
      const { id } = await findRule(alerts, given!);
      return showHistory(alerts, store, id, { limit, before: undefined }, zone);
    });
    if (args.flag('json')) printJson(changes, io);
    for (const { time, state, series, detail, event } of args.flag('json') ? [] : changes) {
      const told = event === null ? '  (silenced)' : '';
      io.stdout.write(`${time}  ${state.padEnd('resolved'.length)}  ${series}  ${detail}${told}\n`);
    }
    return DONE;
  },
};

export const alertCommands: CommandGroup = {
  name: 'alert',
  summary: 'Add, list, silence and remove alerts, and try them over the past.',
  commands: [add, list, show, history, silence, remove, tryCommand],
};
