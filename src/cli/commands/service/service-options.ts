// The options that install and remove share.

import type { Option } from '#cli/command/command';

export const PATH_OPTIONS: Readonly<Record<'user' | 'root', Option>> = {
  user: {
    type: 'boolean',
    summary: 'The service of this user, without root: systemctl --user.',
  },
  root: {
    type: 'string',
    value: 'DIR',
    summary: 'Folder that stands for /, such as that of an image that is being made.',
  },
};

/** `systemctl`, or `systemctl --user`. */
export const systemctl = (isUser: boolean): string => `systemctl${isUser ? ' --user' : ''}`;
