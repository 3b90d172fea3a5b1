// Runs scenarios against the real server: one world a file, one test a case, the clock as written.

import type { TestContext } from 'node:test';
import { findResolution, type ResolutionName } from '#core/time/resolution';
import { checkAnswer } from './check-answer.ts';
import { checkSpan } from './check-span.ts';
import type { Scenario, Step } from './scenario.ts';
import { ScenarioWorld } from './scenario-world.ts';

export async function runScenario(t: TestContext, scenario: Scenario): Promise<void> {
  const first = scenario.setUp.find((step) => step.kind === 'now');
  if (first?.kind !== 'now') throw new Error('the set-up says no "now"');
  const asked = await ScenarioWorld.open(t, {
    now: first.instant,
    market: scenario.market ?? 'Europe/Berlin',
    blocks: scenario.blocks,
  });
  for (const step of scenario.setUp) await take(step, asked);
  for (const { title, steps } of scenario.cases) {
    await t.test(title, async () => {
      for (const step of steps) await take(step, asked);
    });
  }
}

async function take(step: Step, asked: ScenarioWorld): Promise<void> {
  const { world } = asked;
  switch (step.kind) {
    case 'now':
      return world.setNow(step.instant);
    case 'series': {
      const resolution = resolutionNamed(step.resolution);
      return world.load({ code: step.code, resolution, from: step.from, values: step.values });
    }
    case 'run':
      return world.loadRun(step.code, step.analyzed, step.from, step.values);
    case 'ask': {
      const answer = await asked.ask(step.seriesId, Object.fromEntries(step.fields));
      return atLine(step.line, () => checkAnswer(step.expected, answer));
    }
    case 'get': {
      const answer = await asked.get(step.path);
      return atLine(step.line, () => checkAnswer(step.expected, answer));
    }
    case 'spans':
      for (const row of step.rows) {
        const answer = await asked.askSpan(step.seriesId, row.text);
        atLine(row.line, () => checkSpan(row, answer, asked.market));
      }
  }
}

function resolutionNamed(text: string): ResolutionName {
  const resolution = findResolution(text);
  if (!resolution) throw new Error(`no such resolution: ${text}`);
  return resolution.name;
}

/** Adds the scenario's line to the message of a failure. */
function atLine(line: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Error) {
      const message = `line ${line}: ${error.message}`;
      // Reporters show the stack, which has the message from when the error was made.
      error.stack = error.stack?.replace(error.message, () => message);
      error.message = message;
    }
    throw error;
  }
}
