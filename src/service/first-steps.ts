// What an operator still has to do before a new server is of use: the commands for plan, user and values.

import type { Store } from '#store/store';

const PLAN = "gridtide plan set everything --series '*'";
const USER = 'gridtide user add NAME --plan everything';
const IMPORT = 'gridtide import VALUES.csv --define SERIES.csv';

export class FirstSteps {
  readonly #store: Pick<Store, 'accounts' | 'countSeries'>;
  #isDone = false;

  constructor(store: Pick<Store, 'accounts' | 'countSeries'>) {
    this.#store = store;
  }

  /** The commands in their order; empty when nothing is left, and then no store is asked any more. */
  async list(): Promise<string[]> {
    if (this.#isDone) return [];
    const { accounts } = this.#store;
    const plans = await accounts.listPlans();
    const steps = [
      ...(plans.length === 0 ? [PLAN] : []),
      ...((await accounts.listUsers()).length === 0 ? [USER] : []),
      ...((await this.#store.countSeries()) === 0 ? [IMPORT] : []),
    ];
    this.#isDone = steps.length === 0;
    return steps;
  }
}
