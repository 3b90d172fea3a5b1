#!/usr/bin/env node
// Kept in plain old JavaScript, so that an older Node can at least say what is missing.
const needed = 26;
const major = Number(process.versions.node.split('.')[0]);
if (major < needed) {
  console.error(`gridtide needs Node.js ${needed} or newer; this is ${process.version}.`);
  process.exit(1);
}
void import('../dist/cli/main.js');
