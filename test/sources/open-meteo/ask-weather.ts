// Asks Open-Meteo's source at a fixed time, and parses answers that a test may spoil.

import { findZone } from '#core/time/zone';
import { openMeteoSource } from '#sources/open-meteo/open-meteo-source';
import type { ParsedBatch, SourceRequest } from '#sources/source';
import { type AnswerLocation, answerTo, type WeatherRule } from './weather-answers.ts';

export const berlin = findZone('Europe/Berlin')!;
export const NOW = '2024-05-17T09:20:00Z';
export const at = (text: string): number => Date.parse(text);
export const HOUR_MS = 3_600_000;

export const ask = (from: string, to: string, area = 'DK2', model = 'icon'): SourceRequest[] =>
  openMeteoSource.requestsFor(
    { datasets: [model], areas: [area], span: { start: at(from), end: at(to) }, now: at(NOW) },
    berlin,
  );

export const textOf = (value: unknown): Uint8Array[] => [
  new TextEncoder().encode(JSON.stringify(value)),
];

export const parse = (
  request: SourceRequest,
  spoil?: (answer: AnswerLocation[]) => unknown,
  rule?: WeatherRule,
): Promise<ParsedBatch> => {
  const answer = answerTo(new URL(request.url), NOW, rule);
  return openMeteoSource.parse(textOf(spoil?.(answer) ?? answer), request, berlin);
};
