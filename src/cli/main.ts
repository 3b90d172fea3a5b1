// The `gridtide` program. Compiled code is kept before anything else is loaded.

import { keepCompiledCode } from '#cli/command/compile-cache';

keepCompiledCode(process.env);
await import('#cli/connect-process');
