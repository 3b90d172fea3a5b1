// What the page needs later, loaded when the first view is drawn.

import { useIdlePart } from '#explorer/parts/use-idle-part.ts';

const loadFoot = () => import('#explorer/shell/print-foot.tsx');

/** The foot and the style of paper. */
export function IdleParts() {
  const part = useIdlePart(loadFoot);
  return part ? <part.PrintFoot /> : null;
}
