// The version of the product, as package.json has it.

import { readFileSync } from 'node:fs';

const packageFile = new URL(import.meta.resolve('#package.json'));

export const VERSION: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;
