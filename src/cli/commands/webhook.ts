// gridtide webhook: receivers of the log of changes. The server delivers to them.

import {
  type Arguments,
  type Command,
  type CommandGroup,
  DONE,
  type Io,
  takePositionals,
} from '#cli/command/command';
import { findUser } from '#cli/command/find-user';
import {
  changedBy,
  JSON_OPTION,
  readSettings,
  STORE_OPTION,
  withStore,
} from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { describeDelivery, describeWebhook } from '#service/webhooks/describe-webhook';
import { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import * as hooks from '#service/webhooks/webhooks';
import type { Store } from '#store/store';

const SECRET_NOTE = `
The secret signs what is sent, as Standard Webhooks 1.0.0 describes it. It is shown this one time.`;

const splitList = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const worldOf = (store: Store, io: Io): hooks.WebhookWorld => ({
  store,
  reachable: new ReachableAddresses(readSettings({ env: io.env }).webhookAllow),
});

/** The secret goes to standard output alone, so that a script can take it. */
function tellSecret({ id, secret }: hooks.WithSecret, what: string, io: Io): void {
  io.stderr.write(`Webhook ${id}: ${what} Its secret is shown only now:\n`);
  io.stdout.write(`${secret}\n`);
}

const add: Command = {
  name: 'webhook add',
  summary: 'Make a webhook and print its secret, alone on the last line of output.',
  usage: 'URL [--series PATTERNS] [--kinds KINDS] [--user USER]',
  options: {
    series: {
      type: 'string',
      value: 'PATTERNS',
      summary: 'Only these series: patterns such as de*, with commas between.',
    },
    kinds: {
      type: 'string',
      value: 'KINDS',
      summary: 'Only these kinds (values) or types (run.added) of events, with commas between.',
    },
    user: {
      type: 'string',
      value: 'USER',
      summary: 'Make it for a user, whose plan decides what is sent.',
    },
    ...STORE_OPTION,
  },
  notes: `${SECRET_NOTE}
WEBHOOK_ALLOW of the environment names private addresses, as it does for the server.`,
  async run(args, io) {
    const [url] = takePositionals(args, 'URL') as [string];
    await withStore(args, io, async (store) => {
      const userName = args.text('user');
      const holder = userName === undefined ? 'operator' : await findUser(store.accounts, userName);
      const series = splitList(args.text('series'));
      const kinds = splitList(args.text('kinds'));
      const draft = { url, series, kinds };
      const making = await hooks.addWebhook(worldOf(store, io), holder, draft, changedBy(io));
      tellSecret(await store.accounts.transact(making), 'made.', io);
    });
    return DONE;
  },
};

const list: Command = {
  name: 'webhook list',
  summary: 'List all webhooks, and how far each has come.',
  usage: '[--json]',
  options: { ...JSON_OPTION, ...STORE_OPTION },
  async run(args, io) {
    await withStore(args, io, async (store) => {
      const range = await store.eventRange();
      const found = await hooks.listWebhooks(store.accounts, 'operator');
      const webhooks = found.map((webhook) => describeWebhook(webhook, range));
      if (args.flag('json')) {
        printJson(webhooks, io);
        return;
      }
      const columns = [
        { title: 'ID', cell: (one: (typeof webhooks)[number]) => one.id },
        { title: 'OWNER', cell: (one: (typeof webhooks)[number]) => one.owner ?? 'operator' },
        { title: 'TO', cell: (one: (typeof webhooks)[number]) => new URL(one.url).origin },
        { title: 'BEHIND', cell: (one: (typeof webhooks)[number]) => String(one.behind) },
        {
          title: 'DELIVERED',
          cell: (one: (typeof webhooks)[number]) => one.lastDelivered ?? 'never',
        },
        {
          title: 'STATE',
          cell: (one: (typeof webhooks)[number]) =>
            one.disabled !== null ? 'disabled' : one.failedTries > 0 ? 'failing' : 'enabled',
        },
      ];
      printTable(webhooks, columns, io);
    });
    return DONE;
  },
};

/** A command about one webhook. */
const about = (
  name: string,
  summary: string,
  work: (store: Store, id: string, args: Arguments, io: Io) => Promise<void>,
  more: Partial<Command> = {},
): Command => ({
  name: `webhook ${name}`,
  summary,
  usage: 'ID',
  options: STORE_OPTION,
  async run(args, io) {
    const [id] = takePositionals(args, 'ID') as [string];
    await withStore(args, io, (store) => work(store, id, args, io));
    return DONE;
  },
  ...more,
});

const show = about('show', 'Show one webhook as JSON.', async (store, id, _args, io) => {
  const webhook = await hooks.findWebhookOrRefuse(store.accounts, 'operator', id);
  printJson([describeWebhook(webhook, await store.eventRange())], io);
});

const deliveries = about(
  'deliveries',
  'Show the last tries of a webhook as JSON, newest first.',
  async (store, id, _args, io) => {
    const tries = await hooks.listDeliveries(store.accounts, 'operator', id);
    printJson(tries.map(describeDelivery), io);
  },
);

const rotate = about(
  'rotate',
  'Give a webhook a new secret and print it, alone on the last line of output.',
  async (store, id, _args, io) => {
    const rotating = hooks.rotateSecret('operator', id, changedBy(io));
    const told = `the old secret signs too for ${hooks.ROTATION_HOURS} hours.`;
    tellSecret(await store.accounts.transact(rotating), told, io);
  },
  { notes: SECRET_NOTE },
);

const enable = about(
  'enable',
  'Go on sending to a webhook that was disabled.',
  async (store, id, _args, io) => {
    await store.accounts.transact(hooks.enableWebhook('operator', id, changedBy(io)));
    io.stdout.write(`webhook ${id} enabled\n`);
  },
);

const remove = about('remove', 'Remove a webhook.', async (store, id, _args, io) => {
  await store.accounts.transact(hooks.removeWebhook('operator', id, changedBy(io)));
  io.stdout.write(`webhook ${id} removed\n`);
});

const replay = about(
  'replay',
  'Send again what comes behind a cursor.',
  async (store, id, args, io) => {
    const from = args.text('from');
    const world = worldOf(store, io);
    const replaying = await hooks.replayWebhook(world, 'operator', id, from, changedBy(io));
    const { cursor } = await store.accounts.transact(replaying);
    io.stdout.write(`webhook ${id} goes on behind event ${cursor}\n`);
  },
  {
    usage: 'ID --from CURSOR',
    options: {
      from: {
        type: 'string',
        value: 'CURSOR',
        summary: 'The id of an event, or 0 for the beginning of the log.',
      },
      ...STORE_OPTION,
    },
  },
);

export const webhookCommands: CommandGroup = {
  name: 'webhook',
  summary: 'Add, list and turn the receivers that changes are sent to.',
  commands: [add, list, show, deliveries, rotate, enable, replay, remove],
};
