// The parts of every page that load after its first view.

import { createPortal } from 'react-dom';
import { LiveSwitch } from '#explorer/live/live-switch.tsx';
import { PrintFoot } from '#explorer/shell/print-foot.tsx';

/** Stands in the header. The foot is the last line of the page. */
export const LaterParts = () => (
  <>
    <LiveSwitch />
    {createPortal(<PrintFoot />, document.body)}
  </>
);
