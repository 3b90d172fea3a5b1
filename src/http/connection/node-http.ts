// Node's HTTP server, without the rest of node:http. An import reads everything that a module of Node exports, and
// one export of this one loads the whole of fetch, which takes 40 ms of CPU at each start.

export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
