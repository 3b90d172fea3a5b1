// Options whose texts mean something: read, or refused in plain words.

import { type Arguments, misuse } from '#cli/command/command';

/** A whole number of an option, or its default; refused outside its bounds. */
export function readCount(
  args: Arguments,
  name: string,
  min: number,
  max: number,
  fallback?: number,
): number {
  const text = args.text(name);
  if (text === undefined && fallback !== undefined) return fallback;
  if (text === undefined) throw misuse(`--${name} missing`);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw misuse(`--${name} is a whole number from ${min} to ${max}`);
}

/** An option that must be there. */
export function needText(args: Arguments, name: string): string {
  const text = args.text(name);
  if (text === undefined) throw misuse(`--${name} missing`);
  return text;
}
