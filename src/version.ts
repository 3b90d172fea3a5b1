// The version of the product, as package.json has it.

import { readFileSync } from 'node:fs';

// One folder up, both from src and from dist.
const packageFile = new URL('../package.json', import.meta.url);

export const VERSION: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;
