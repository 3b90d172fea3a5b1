// The error for stored bytes that are not what was written.

export const damaged = (what: string): Error => new Error(`stored values are damaged: ${what}`);
