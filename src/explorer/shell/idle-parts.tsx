// What the page needs later, loaded when the first view is drawn.

import { useIdlePart } from '#explorer/parts/use-idle-part.ts';

const loadLater = () => import('#explorer/shell/later-parts.tsx');

/** Whether the page is live, in the header; the foot and the style of paper. */
export function IdleParts() {
  const part = useIdlePart(loadLater);
  return part ? <part.LaterParts /> : null;
}
