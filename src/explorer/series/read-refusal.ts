// What the text of a refusal offers: the nearest name, the resolution that would fit. Pure.

/** The name in `… (did you mean dehrprice?)`. */
export const nearestNamed = (message: string): string | undefined =>
  /\(did you mean (\S+)\?\)/.exec(message)?.[1];

/** The resolution in `… ; resolution day would fit`. */
export const resolutionNamed = (message: string): string | undefined =>
  /resolution (\w+) would fit/.exec(message)?.[1];
