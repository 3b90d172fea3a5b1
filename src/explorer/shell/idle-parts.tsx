// What the page needs later, loaded when the first view is drawn.

import { type ComponentType, useEffect, useState } from 'react';
import { client } from '#explorer/state/session.ts';

/** After the first chart is drawn. */
const LOAD_AFTER_MS = 1_500;

/** The foot and the style of paper. A load is tried only if the server answers: browsers try a file once. */
export function IdleParts() {
  const [loaded, setLoaded] = useState<{ readonly Foot: ComponentType }>();
  useEffect(() => {
    const load = async (): Promise<void> => {
      await client.about();
      const { PrintFoot } = await import('#explorer/shell/print-foot.tsx');
      setLoaded({ Foot: PrintFoot });
    };
    const timer = setTimeout(() => load().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return loaded ? <loaded.Foot /> : null;
}
