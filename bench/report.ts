// The table that a run prints.

import type { CaseResult } from './measure.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function sizeText(bytes: number): string {
  return bytes < 10_000 ? `${whole(bytes)} B` : `${whole(bytes / 1000)} kB`;
}

export function printReport(results: readonly CaseResult[]): void {
  const head = [
    'request',
    'clients',
    'answer',
    'requests/s',
    'bare route',
    'ratio',
    'CPU µs',
    'bare',
    'ratio',
  ];
  const rows = results.map(({ name, clients, bytes, real, bare }) => [
    name,
    String(clients),
    sizeText(bytes),
    whole(real.requestsPerSecond),
    whole(bare.requestsPerSecond),
    (real.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
    whole(real.cpuUs),
    whole(bare.cpuUs),
    (real.cpuUs / bare.cpuUs).toFixed(1),
  ]);
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ');
  console.log(
    `\nGridtide beside a bare Fastify route with the same bytes, Node ${process.version}\n`,
  );
  for (const cells of [head, ...rows]) console.log(line(cells));
  console.log(
    '\nRatio of requests/s: 1.00 is the limit. Ratio of CPU: 1.0 is the limit. Medians of interleaved rounds.',
  );
}
