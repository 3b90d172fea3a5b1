// gridtide alert try: how often an alert would have fired.

import { type Command, DONE, takePositionals } from '#cli/command/command';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { readTry, tryAlert } from '#service/alerts/try-alert';

export const tryCommand: Command = {
  name: 'alert try',
  summary: 'Say how often an alert would have fired; nothing is stored.',
  usage: 'CONDITION [--from DATE] [--to DATE] [--wait DURATION] [--json]',
  options: {
    from: { type: 'string', value: 'DATE', summary: 'A date or keyword; a year ago by default.' },
    to: { type: 'string', value: 'DATE', summary: 'A date or keyword; today by default.' },
    wait: { type: 'string', value: 'DURATION', summary: 'As in alert add.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Values count as they are stored now, runs from their issue time on. At most 400 days and the first 20 series of the
condition are judged.

For example: gridtide alert try 'dehrprice < 0 for 2h within today' --from 2025-01-01 --to 2025-12-31`,
  async run(args, io) {
    const [condition] = takePositionals(args, 'CONDITION');
    const tried = await withStore(args, io, async (store) => {
      const { zone, blocks } = await marketOf(store, io);
      const draft = {
        condition,
        wait: args.text('wait'),
        from: args.text('from'),
        to: args.text('to'),
      };
      return tryAlert(readTry(draft, io.now(), zone), undefined, { store, zone, blocks });
    });
    if (args.flag('json')) {
      io.stdout.write(`${JSON.stringify(tried, null, 2)}\n`);
      return DONE;
    }
    const { from, to, fired, series, more } = tried;
    const times = fired === 1 ? 'once' : `${fired} times`;
    io.stdout.write(`would have fired ${times} from ${from} to ${to}\n`);
    for (const { series: code, firings } of series) {
      for (const firing of firings) {
        const end = firing.resolved ?? 'still firing';
        io.stdout.write(
          `${code}  ${firing.fired} … ${end}  values ${firing.from} … ${firing.to}\n`,
        );
      }
    }
    if (more) io.stdout.write(`Only the first ${series.length} series were judged.\n`);
    return DONE;
  },
};
