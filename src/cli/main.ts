// The `gridtide` program. Compiled code is kept before anything else is loaded.

import { keepCompiledCode } from '#cli/compile-cache';

keepCompiledCode(process.env);
await import('#cli/connect-process');
