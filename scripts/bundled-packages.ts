// The packages whose code is in the program: the build puts them into its files. `npm run sbom` and `npm run notices`
// name them, and the build fails if it puts in others.

/** What our own code imports of them. Transports of pino would need files beside the bundle: no logger has one. */
export const BUNDLED = ['fastify', 'pino'];

/** Parts of them that the program never loads: they compile schemas, and send requests to a server under test. */
export const LEFT_OUT = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
];

/** All that is put in: those packages and what they load themselves, by their folders in node_modules. */
export const IN_PROGRAM = [
  '@fastify/error',
  '@fastify/forwarded',
  '@fastify/proxy-addr',
  '@pinojs/redact',
  'abstract-logging',
  'atomic-sleep',
  'avvio',
  'fast-decode-uri-component',
  'fast-deep-equal',
  'fast-json-stringify',
  'fast-querystring',
  'fastify',
  'fastq',
  'find-my-way',
  'ipaddr.js',
  'on-exit-leak-free',
  'pino',
  'pino-std-serializers',
  'process-warning',
  'quick-format-unescaped',
  'ret',
  'reusify',
  'rfdc',
  'safe-regex2',
  'safe-stable-stringify',
  'secure-json-parse',
  'semver',
  'sonic-boom',
  'thread-stream',
  'toad-cache',
];
