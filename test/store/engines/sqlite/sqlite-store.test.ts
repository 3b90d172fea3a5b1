// The embedded store keeps the contract of every store.

import { openStore } from '#store/open/open-store';
import { storeContract } from '../../contract/store-contract.ts';

storeContract('SQLite', () => openStore('sqlite::memory:'));
