// Options that are numbers or must be given, refused in plain words.

import { type Arguments, misuse } from '#cli/command/command';

/** The whole number of an option, or `fallback`; refused outside its bounds. */
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

/** The text of an option that must be given. */
export function needText(args: Arguments, name: string): string {
  const text = args.text(name);
  if (text === undefined) throw misuse(`--${name} missing`);
  return text;
}
