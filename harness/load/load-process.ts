// The load generator, a process of its own: its work must not be mistaken for anybody else's.

import { constants, setPriority } from 'node:os';
import { answerCalls } from '../processes.ts';
import { askInLoop } from './closed-loop.ts';
import { askEachOnce } from './each-once.ts';
import { askAtRate } from './fixed-rate.ts';

answerCalls({
  askInLoop,
  askAtRate,
  askEachOnce,
  /** Lets everybody else go first: for load that is only there to be in the way. */
  yieldToOthers: () => setPriority(constants.priority.PRIORITY_LOW),
});
