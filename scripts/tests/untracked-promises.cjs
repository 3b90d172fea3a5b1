// Loaded before Node's test runner, which follows every promise to know the test it belongs to. That took a
// tenth of the CPU of the tests, and none of ours needs it: tests are defined by the file or by a suite.
const hooks = require('node:async_hooks');

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
