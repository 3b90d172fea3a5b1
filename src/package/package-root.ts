// The folder of the files of the product that are no code: its page, its migrations, its unit files.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout, or the folder of the installed package. */
export const PACKAGE_ROOT = dirname(fileURLToPath(import.meta.resolve('#package.json')));
