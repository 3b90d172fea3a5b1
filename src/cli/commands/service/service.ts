// gridtide service: the server as a service of systemd.

import type { CommandGroup } from '#cli/command/command';
import { serviceInstall } from '#cli/commands/service/service-install';
import { serviceRemove } from '#cli/commands/service/service-remove';

export const serviceCommands: CommandGroup = {
  name: 'service',
  summary: 'Install or remove the server as a service of systemd.',
  commands: [serviceInstall, serviceRemove],
};
