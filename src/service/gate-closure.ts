// When the market's gate closes: a run issued later is no forecast of what was traded. The time of the last
// start is kept, so that commands on the server's store count the same runs.

import type { Store } from '#store/store';

const SETTING = 'gate_closure';

/** Minutes after midnight of market time: the default of GATE_CLOSURE. */
export const DEFAULT_GATE_CLOSURE = 12 * 60;

/** Keeps the text of GATE_CLOSURE. */
export async function keepGateClosure(store: Store, text: string): Promise<void> {
  if ((await readKeptGateClosure(store)) === text) return;
  await store.putSetting(SETTING, text);
}

export const readKeptGateClosure = (
  store: Pick<Store, 'getSetting'>,
): Promise<string | undefined> => store.getSetting(SETTING);
