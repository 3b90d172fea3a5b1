// Loads what may be chosen when a field is first opened. Without a connection the field still takes text.

import { type ComponentType, useEffect, useState } from 'react';
import type { MomentPopoverProps } from '#explorer/parts/dates/moment-popover.tsx';

type Popover = ComponentType<MomentPopoverProps>;

let loading: Promise<Popover> | undefined;

const loadPopover = (): Promise<Popover> =>
  (loading ??= import('#explorer/parts/dates/moment-popover.tsx').then(
    (module) => module.MomentPopover,
  ));

/** The popover; undefined until it is wanted and loaded. */
export function usePopover(isWanted: boolean): Popover | undefined {
  const [popover, setPopover] = useState<{ readonly Part: Popover }>();
  useEffect(() => {
    if (!isWanted) return;
    loadPopover().then(
      (Part) => setPopover({ Part }),
      () => {
        loading = undefined;
      },
    );
  }, [isWanted]);
  return popover?.Part;
}
