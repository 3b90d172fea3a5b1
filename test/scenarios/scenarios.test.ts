// Runs every *.scenario file of this folder.

import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario } from './read-scenario.ts';
import { runScenario } from './run-scenario.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.scenario'));

for (const name of names.sort()) {
  test(`every request of ${name} gets the written answer`, async (t) => {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    await runScenario(t, readScenario(text));
  });
}
