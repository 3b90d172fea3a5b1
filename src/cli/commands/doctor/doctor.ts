// gridtide doctor: looks at what a server needs, and says what to do.

import { type Command, DONE, FAILED, type Io, takePositionals } from '#cli/command/command';
import { JSON_OPTION, readSettings, STORE_OPTION } from '#cli/command/store-option';
import {
  examineCertificate,
  examineDisk,
  examinePermissions,
} from '#cli/commands/doctor/examine-machine';
import { examinePort } from '#cli/commands/doctor/examine-port';
import {
  examineCollecting,
  examineProxy,
  examineSettings,
  examineSources,
} from '#cli/commands/doctor/examine-settings';
import { examineStore } from '#cli/commands/doctor/examine-store';
import { type Finding, fault } from '#cli/commands/doctor/finding';
import { printJson } from '#cli/terminal/table';
import type { Config } from '#config';
import { escapeControls } from '#core/plain-text';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Look at settings, store, disk, clock, port and permissions, and say what to do.',
  usage: '[--sources] [--json] [--settings FILE] [--store URL]',
  options: {
    sources: { type: 'boolean', summary: 'Ask also whether the services of fetch can be reached.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Each finding is one line: ok, warning or fault, what was looked at, what was found and what to do. The exit
code is 1 if there is a fault. Nothing is changed: a store of an earlier version is not opened. Run it as the
user and with the settings of the server. gridtide check verifies what is in the store.`,
  async run(args, io) {
    takePositionals(args);
    const findings = await examine(args.text('store'), args.flag('sources'), io);
    if (args.flag('json')) printJson(findings, io);
    else for (const finding of findings) io.stdout.write(`${lineOf(finding)}\n`);
    return isFaulty(findings) ? FAILED : DONE;
  },
};

async function examine(
  storeUrl: string | undefined,
  asksSources: boolean,
  io: Io,
): Promise<Finding[]> {
  const { settings, env } = io.origin!;
  const findings = examineSettings(settings, env);
  let config: Config;
  try {
    config = readSettings(io, { STORE: storeUrl });
  } catch (error) {
    const remedy = 'correct it; gridtide settings shows its origin';
    return [...findings, fault('settings', (error as Error).message, remedy)];
  }
  const now = io.now();
  const proxy = examineProxy(settings);
  return [
    ...findings,
    ...(await examineStore(config, now)),
    ...guarded('disk', () => examineDisk(config)),
    ...guarded('permissions', () => examinePermissions(config)),
    ...examineCertificate(config, now),
    await examinePort(config),
    ...(await examineCollecting(config)),
    ...proxy,
    ...(asksSources && !isFaulty(proxy) ? await examineSources(config, settings) : []),
  ];
}

const isFaulty = (findings: readonly Finding[]): boolean =>
  findings.some(({ state }) => state === 'fault');

/** A check that cannot be made is a fault, and the others are made all the same. */
function guarded(check: string, work: () => Finding[]): Finding[] {
  try {
    return work();
  } catch (error) {
    return [fault(check, (error as Error).message, 'see STORE')];
  }
}

const lineOf = ({ check, state, message, remedy }: Finding): string =>
  escapeControls(
    `${state.padEnd(8)} ${check.padEnd(11)} ${message}${remedy === null ? '' : `: ${remedy}`}`,
  );
