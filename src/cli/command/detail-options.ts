// The options of commands that show reduced values: how complete each is, and which are left out.

import type { Arguments, Option } from '#cli/command/command';
import { type PointDetail, parseDetail } from '#service/series/point-detail';

const NAMES = { complete: '--complete', threshold: '--threshold' };

export const COMPLETENESS_OPTIONS: Readonly<Record<'counts' | 'complete' | 'threshold', Option>> = {
  counts: {
    type: 'boolean',
    summary: 'Say of how many stored values each is made, and how many its period has.',
  },
  complete: { type: 'boolean', summary: 'Leave out periods that are not complete.' },
  threshold: {
    type: 'string',
    value: 'SHARE',
    summary: 'Leave out periods with a smaller share of their values, such as 0.9.',
  },
};

/** Reads the options; undefined if none is given. */
export const readDetailOptions = (args: Arguments, kinds = false): PointDetail | undefined =>
  parseDetail(
    {
      counts: args.flag('counts'),
      kinds,
      complete: args.flag('complete'),
      threshold: args.text('threshold'),
    },
    NAMES,
  );
