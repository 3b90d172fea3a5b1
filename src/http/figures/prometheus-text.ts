// Figures as text for Prometheus, version 0.0.4 of the format. Loaded with the figures of Node when figures are
// first read: a server is ready sooner without.

import type { Figure, Sample } from '#http/figures/merge-figures';
import { watchNode } from '#http/figures/node-figures';
import type { ReadableMetric } from '#http/figures/own-figures';

/** Returns what reads the figures of one process, Node's included, in a form that can be sent. */
export function openFigures(metrics: readonly ReadableMetric[]): () => Promise<Figure[]> {
  const readNode = watchNode();
  return async () => [...readNode(), ...(await Promise.all(metrics.map((metric) => metric.get())))];
}

/** Writes figures as text. */
export const writeFigures = (figures: readonly Figure[]): string =>
  `${figures.map(writeFigure).join('\n\n')}\n`;

const writeFigure = ({ name, help, type, values }: Figure): string =>
  [
    `# HELP ${name} ${escapeText(help)}`,
    `# TYPE ${name} ${type}`,
    ...values.map((sample) => writeSample(name, sample)),
  ].join('\n');

function writeSample(name: string, { metricName = name, labels, value }: Sample): string {
  const written = Object.entries(labels).map(
    ([label, text]) => `${label}="${escapeText(`${text}`).replaceAll('"', '\\"')}"`,
  );
  return `${metricName}${written.length === 0 ? '' : `{${written.join(',')}}`} ${writeNumber(value)}`;
}

const escapeText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** The format knows numbers as JavaScript writes them, but has a shorter word for the infinite ones. */
const writeNumber = (value: number): string =>
  `${value}`.replace('Infinity', 'Inf').replace(/^Inf$/, '+Inf');
