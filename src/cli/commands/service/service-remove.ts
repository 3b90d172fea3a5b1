// gridtide service remove: removes the unit. Data, settings and the user stay.

import { readFileSync } from 'node:fs';
import { type Command, CommandFault, DONE, type Io, takePositionals } from '#cli/command/command';
import { exists, readIfExists, removeFile } from '#cli/commands/service/service-files';
import { PATH_OPTIONS, systemctl } from '#cli/commands/service/service-options';
import { pathsOf, type ServicePaths, templateOf } from '#cli/commands/service/service-paths';
import { isUnedited } from '#cli/commands/service/unit-text';

export const serviceRemove: Command = {
  name: 'service remove',
  summary: 'Remove the systemd unit; data and settings stay.',
  usage: '[--user] [--dry-run] [--force] [--root DIR]',
  options: {
    user: PATH_OPTIONS.user,
    'dry-run': { type: 'boolean', summary: 'Print the names of files; remove nothing.' },
    force: { type: 'boolean', summary: 'Remove a unit that was edited, too.' },
    root: PATH_OPTIONS.root,
  },
  notes: `
Stop the service first: systemctl disable --now gridtide. The store stays, also one that --store of
service install named, and so do the file of settings and the user of the service.`,
  async run(args, io) {
    takePositionals(args);
    const paths = pathsOf(args.flag('user'), args.text('root'), io);
    const unit = paths.onDisk(paths.unit);
    const found = readIfExists(unit);
    if (found === undefined) throw new CommandFault(`there is no unit ${unit}`);
    if (exists(paths.onDisk(paths.enabledLink)))
      throw new CommandFault(
        `the service is enabled: first run ${systemctl(paths.isUser)} disable --now gridtide`,
      );
    if (!isUnedited(found) && !args.flag('force'))
      throw new CommandFault(`${unit} was edited, or another program wrote it; --force removes it`);
    for (const path of [unit, ...unchangedUsersFile(paths)]) drop(path, args.flag('dry-run'), io);
    if (!args.flag('dry-run'))
      io.stdout.write(
        `\nNext:\n  ${systemctl(paths.isUser)} daemon-reload\nData and settings stay.\n`,
      );
    return DONE;
  },
};

/** The file of the service's user, if it is the package's own. */
function unchangedUsersFile({ sysusers, onDisk }: ServicePaths): string[] {
  if (sysusers === undefined) return [];
  const path = onDisk(sysusers);
  return readIfExists(path) === readFileSync(templateOf('sysusers.conf'), 'utf8') ? [path] : [];
}

function drop(path: string, isDryRun: boolean, io: Io): void {
  if (!isDryRun) removeFile(path);
  io.stdout.write(`${isDryRun ? 'would be removed' : 'removed'}  ${path}\n`);
}
