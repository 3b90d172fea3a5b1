// The embedded store keeps the contract of every store.

import { openStore } from '#store/open-store';
import { storeContract } from './store-contract.ts';

storeContract('SQLite', () => openStore('sqlite::memory:'));
