// Every *.scenario file beside this one: what is asked, what is answered.

import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario } from './read-scenario.ts';
import { runScenario } from './run-scenario.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.scenario'));

for (const name of names.sort()) {
  test(`${name.replace('.scenario', '')}: every request gets the answer written down`, async (t) => {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    await runScenario(t, readScenario(text));
  });
}
