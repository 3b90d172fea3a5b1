// npm run bench [-- --seconds N --rounds N]: the real endpoints beside a bare Fastify route that sends
// the same bytes, in one run. Ratios count; the machine's own speed does not.

import { parseArgs } from 'node:util';
import { measureCases } from './measure.ts';
import { printReport } from './report.ts';
import { startServers } from './servers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench -- [--seconds N] [--rounds N]

Fills a demo store in a temporary folder, serves it, serves the same answers from a bare
Fastify route, and asks both in turn. --seconds is how long one round asks one server
(default 1), --rounds how many rounds there are (default 5).`);
} else {
  const servers = await startServers();
  try {
    const results = await measureCases(servers, Number(values.seconds), Number(values.rounds));
    printReport(results);
  } finally {
    await servers.stop();
  }
}
