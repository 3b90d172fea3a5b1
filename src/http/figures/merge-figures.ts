// The figures of several processes as those of one server. Counts add up. A gauge belongs to one process
// and names it.

/** A metric with its values. Its plain values can be sent to another process. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** `first` if every process shows the same. */
  readonly aggregator?: string;
  readonly values: readonly Sample[];
}

export interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export interface WorkerFigures {
  readonly worker: number;
  readonly figures: readonly Figure[];
}

const isCount = ({ type }: Figure): boolean => type === 'counter' || type === 'histogram';

/** Returns the figures of all processes. `gone` are the counts of those that have ended. */
export function mergeFigures(
  parts: readonly WorkerFigures[],
  gone: readonly Figure[] = [],
): Figure[] {
  const merged = new Map<string, Figure>();
  for (const { worker, figures } of parts) {
    for (const figure of figures) {
      merged.set(figure.name, joined(merged.get(figure.name), withWorker(figure, worker)));
    }
  }
  for (const figure of gone) merged.set(figure.name, joined(merged.get(figure.name), figure));
  return [...merged.values()];
}

/** Adds the counts of a process that has ended to those of earlier ones. */
export const leaveFigures = (gone: readonly Figure[], figures: readonly Figure[]): Figure[] =>
  mergeFigures([{ worker: 0, figures: figures.filter(isCount) }], gone);

function withWorker(figure: Figure, worker: number): Figure {
  if (isCount(figure) || figure.aggregator === 'first') return figure;
  const values = figure.values.map((sample) => ({
    ...sample,
    labels: { ...sample.labels, worker },
  }));
  return { ...figure, values };
}

function joined(before: Figure | undefined, figure: Figure): Figure {
  if (!before) return figure;
  if (isCount(figure)) return { ...before, values: summed([...before.values, ...figure.values]) };
  if (figure.aggregator === 'first') return before;
  return { ...before, values: [...before.values, ...figure.values] };
}

function summed(samples: readonly Sample[]): Sample[] {
  const byName = new Map<string, Sample>();
  for (const sample of samples) {
    const name = nameOf(sample);
    const value = (byName.get(name)?.value ?? 0) + sample.value;
    byName.set(name, { ...sample, value });
  }
  return [...byName.values()];
}

/** A sample's name with its labels, whatever their order. */
const nameOf = ({ metricName = '', labels }: Sample): string =>
  JSON.stringify([metricName, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
