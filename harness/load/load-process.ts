// The load generator, a process of its own: its CPU must not count as another's.

import { constants, setPriority } from 'node:os';
import { answerCalls } from '../processes.ts';
import { askInLoop } from './closed-loop.ts';
import { askEachOnce } from './each-once.ts';
import { askAtRate } from './fixed-rate.ts';

answerCalls({
  askInLoop,
  askAtRate,
  askEachOnce,
  /** Lets all other processes go first: for load that is only background. */
  yieldToOthers: () => setPriority(constants.priority.PRIORITY_LOW),
});
