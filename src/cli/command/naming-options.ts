// Refusals of services name the fields of requests; on the command line the same things are options.

import { Refusal } from '#core/errors';

/** Runs `work`. If it is refused, the message names options: `options` has that of each field. */
export async function namingOptions<T>(
  options: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.faults.reduce((text, { field, message: why }) => {
      const option = Object.hasOwn(options, field) ? `--${options[field]}` : field;
      return text.replace(`${field}: ${why}`, () => `${option}: ${why}`);
    }, error.message);
    throw new Refusal(error.code, message, { faults: error.faults, cause: error });
  }
}
