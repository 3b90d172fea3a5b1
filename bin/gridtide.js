#!/usr/bin/env node
// Kept in plain old JavaScript, so that an older Node can at least say what is missing.
const needed = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(`gridtide needs Node.js ${needed} or newer; this is ${process.version}.`);
  process.exit(1);
}
import('../dist/cli/main.js').catch((error) => {
  const isMissing =
    error.code === 'ERR_MODULE_NOT_FOUND' && /dist.cli.main\.js/.test(error.message);
  if (!isMissing) throw error;
  console.error(
    'gridtide is not built here: run "npm run build", or "npm run -s gridtide -- COMMAND".',
  );
  process.exit(1);
});
