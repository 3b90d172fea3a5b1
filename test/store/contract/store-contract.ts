// What every store must do, whichever engine is behind it. It runs once for each engine.

import { describe, test } from 'node:test';
import type { Store } from '#store/store';
import { rounds } from '../../../harness/rounds.ts';
import { boardsContract } from './accounts/boards-contract.ts';
import { identitiesContract } from './accounts/identities-contract.ts';
import { linksContract } from './accounts/links-contract.ts';
import { webhooksContract } from './accounts/webhooks-contract.ts';
import { accountsContract } from './accounts-contract.ts';
import { alertsContract } from './alerts-contract.ts';
import { computedContract } from './computed-contract.ts';
import { endedSessionsContract } from './ended-sessions-contract.ts';
import { eventsContract } from './events-contract.ts';
import { expectationsContract } from './expectations-contract.ts';
import { forecastTargetsContract } from './forecast-targets-contract.ts';
import { compactContract, historyContract } from './history/history-contract.ts';
import { jobsContract } from './jobs-contract.ts';
import { journalContract } from './journal-contract.ts';
import { knownContract } from './known-contract.ts';
import { modelContract } from './model-contract.ts';
import { pointsContract } from './points-contract.ts';
import { rulesContract } from './rules-contract.ts';
import { runDetailContract } from './run-detail-contract.ts';
import { runsContract } from './runs-contract.ts';
import { seriesContract } from './series-contract.ts';
import { sourceContract } from './source-contract.ts';
import { transactionContract } from './transaction-contract.ts';

/** Declares a test that gets a new, empty store, closed afterwards. */
export type StoreTest = (title: string, body: (store: Store) => Promise<void>) => void;

/** The number of examples to try, from the number that a property names. */
export type Runs = (count: number) => number;

/** `open` resolves to a new, empty store each time. A slow engine tries only a `share` of all examples. */
export function storeContract(name: string, open: () => Promise<Store>, share = 1): void {
  const runs: Runs = (count) => rounds(Math.ceil(count * share));
  const storeTest: StoreTest = (title, body) => {
    test(title, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  };
  describe(`a ${name} store`, () => {
    describe('series', () => seriesContract(storeTest));
    describe('points', () => pointsContract(storeTest));
    describe('what was known when', () => knownContract(storeTest, runs));
    describe('the past', () => {
      historyContract(storeTest, runs);
      compactContract(test, open, runs);
    });
    describe('the journal', () => journalContract(storeTest));
    describe('the log of changes', () => eventsContract(storeTest));
    describe('runs', () => runsContract(storeTest));
    describe('sources', () => sourceContract(storeTest));
    describe('what a model says about its runs', () => runDetailContract(storeTest));
    describe('rules and held values', () => rulesContract(storeTest));
    describe('expectations', () => expectationsContract(storeTest));
    describe('forecast targets', () => forecastTargetsContract(storeTest));
    describe('computed series', () => computedContract(storeTest));
    describe('jobs', () => jobsContract(storeTest));
    describe('transactions', () => transactionContract(storeTest));
    describe('accounts', () => accountsContract(storeTest));
    describe('ended sessions', () => endedSessionsContract(storeTest));
    describe('alerts', () => alertsContract(storeTest));
    describe('boards', () => boardsContract(storeTest));
    describe('links', () => linksContract(storeTest));
    describe('identities', () => identitiesContract(storeTest));
    describe('webhooks', () => webhooksContract(storeTest));
    describe('anything', () => modelContract(storeTest, runs));
  });
}
