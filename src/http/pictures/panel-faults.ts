// What a panel says instead of its drawing. A series outside the plan is named, and nothing else of it.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import { REFUSALS } from '#core/refusal-table';
import { StoreDamaged } from '#store/store';

/** Kinds of refusals that are not the panel's: the whole picture is refused then. */
const OF_THE_SERVER = new Set(['unavailable', 'internal']);

/** Whether a refusal is of what is asked, and not of the server's state. */
export const isOfPanel = (error: unknown): error is Refusal =>
  error instanceof Refusal && !OF_THE_SERVER.has(REFUSALS[error.code].kind);

/** The sentence for a refusal of a panel's data. Throws what is no fault of the panel. */
export function panelFault(error: unknown, what: string, { user }: Caller): string {
  if (error instanceof StoreDamaged) return `The stored values of ${what} are damaged.`;
  if (!isOfPanel(error)) throw error;
  if (error.code === 'subscription_required') return `${what} is outside the plan of ${user.name}.`;
  if (error.code === 'series_unknown') return `The series ${what} does not exist.`;
  const [fault] = error.faults;
  const message = fault?.message ?? error.message;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
