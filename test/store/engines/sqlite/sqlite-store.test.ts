// The embedded store keeps the contract of every store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Store } from '#store/store';
import { openNewStore } from '../../../../harness/new-store.ts';
import { storeContract } from '../../contract/store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'gridtide-contract-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** In files, as servers have it: a copy of an empty store takes a seventh of the time of making one in memory. */
const openEmpty = (): Promise<Store> => openNewStore(join(folder, `${count++}.db`));

storeContract('SQLite', openEmpty);
