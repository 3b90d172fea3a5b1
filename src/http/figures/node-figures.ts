// Figures of the process and of Node, under the names and with the texts that the library prom-client gives them:
// dashboards know them by these names.

import { readdirSync, readFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import type { Figure, Sample } from '#http/figures/merge-figures';
import { sampleOf } from '#http/figures/own-figures';
import { Times } from '#http/figures/request-figures';

/** Milliseconds between two measurements of the event loop's delay. */
const DELAY_RESOLUTION_MS = 10;
/** Upper edges of the histogram of garbage collections, in seconds. */
const EDGES = [0.001, 0.01, 0.1, 1, 2, 5];

const gauge = (name: string, help: string, ...values: readonly Sample[]): Figure => ({
  name,
  help,
  type: 'gauge',
  aggregator: 'sum',
  values,
});

const counter = (name: string, help: string, value: number): Figure => ({
  name,
  help,
  type: 'counter',
  aggregator: 'sum',
  values: [sampleOf(value)],
});

/** Measures delays and garbage collections from now on. Returns what reads the figures. */
export function watchNode(): () => Figure[] {
  const readDelays = watchDelays();
  const readCollections = watchCollections();
  return () => [
    ...cpuFigures(),
    gauge(
      'process_start_time_seconds',
      'Start time of the process since unix epoch in seconds.',
      sampleOf(Math.round(performance.timeOrigin / 1000)),
    ),
    ...memoryFigures(),
    ...descriptorFigures(),
    ...readDelays(),
    ...activityFigures(),
    ...heapFigures(),
    versionFigure(),
    readCollections(),
  ];
}

function cpuFigures(): Figure[] {
  const { user, system } = process.cpuUsage();
  const figure = (name: string, what: string, microseconds: number): Figure =>
    counter(
      `process_cpu_${name}_total`,
      `Total ${what} CPU time spent in seconds.`,
      microseconds / 1e6,
    );
  return [
    figure('user_seconds', 'user', user),
    figure('system_seconds', 'system', system),
    figure('seconds', 'user and system', user + system),
  ];
}

/** Reads a file of the kernel, which never blocks; undefined on systems that do not have it. */
function readKernel<T>(read: () => T): T | undefined {
  try {
    return process.platform === 'linux' ? read() : undefined;
  } catch {
    return undefined;
  }
}

function memoryFigures(): Figure[] {
  const status = readKernel(() => readFileSync('/proc/self/status', 'utf8')) ?? '';
  const figure = (name: string, help: string, field: string): Figure[] => {
    const kilobytes = new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1];
    return kilobytes === undefined ? [] : [gauge(name, help, sampleOf(Number(kilobytes) * 1024))];
  };
  const resident = ['process_resident_memory_bytes', 'Resident memory size in bytes.'] as const;
  if (status === '') return [gauge(...resident, sampleOf(process.memoryUsage.rss()))];
  return [
    ...figure(...resident, 'VmRSS'),
    ...figure('process_virtual_memory_bytes', 'Virtual memory size in bytes.', 'VmSize'),
    ...figure('process_heap_bytes', 'Process heap size in bytes.', 'VmData'),
  ];
}

function descriptorFigures(): Figure[] {
  // The reading itself has one open.
  const open = readKernel(() => readdirSync('/proc/self/fd').length - 1);
  const limits = readKernel(() => readFileSync('/proc/self/limits', 'utf8')) ?? '';
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  const figures: Figure[] = [];
  if (open !== undefined)
    figures.push(gauge('process_open_fds', 'Number of open file descriptors.', sampleOf(open)));
  if (most !== undefined)
    figures.push(
      gauge('process_max_fds', 'Maximum number of open file descriptors.', sampleOf(Number(most))),
    );
  return figures;
}

/** Delays of the event loop since the reading before. If none was measured, they are left out. */
function watchDelays(): () => Figure[] {
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delays.enable();
  let lag = 0;
  return () => {
    const startedAt = performance.now();
    const shown = gauge(
      'nodejs_eventloop_lag_seconds',
      'Lag of event loop in seconds.',
      sampleOf(lag),
    );
    setImmediate(() => {
      lag = (performance.now() - startedAt) / 1000;
    });
    if (Number.isNaN(delays.mean)) return [shown];
    const figure = (name: string, what: string, nanoseconds: number): Figure =>
      gauge(`nodejs_eventloop_lag_${name}_seconds`, `The ${what}.`, sampleOf(nanoseconds / 1e9));
    const percentile = (percent: number): Figure =>
      figure(
        `p${percent}`,
        `${percent}th percentile of the recorded event loop delays`,
        delays.percentile(percent),
      );
    const figures = [
      shown,
      figure('min', 'minimum recorded event loop delay', delays.min),
      figure('max', 'maximum recorded event loop delay', delays.max),
      figure('mean', 'mean of the recorded event loop delays', delays.mean),
      figure('stddev', 'standard deviation of the recorded event loop delays', delays.stddev),
      ...[50, 90, 99].map(percentile),
    ];
    delays.reset();
    return figures;
  };
}

/** Node's lists of what keeps a process alive. The last two are not documented, so they may end. */
type Activity = typeof process & {
  _getActiveHandles?(): object[];
  _getActiveRequests?(): object[];
};

function activityFigures(): Figure[] {
  const activity = process as Activity;
  const figure = (what: string, help: string, names: readonly string[]): Figure => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const samples = Array.from(counts, ([type, count]) => sampleOf(count, { type }));
    return gauge(`nodejs_active_${what}`, `Number of active ${help}`, ...samples);
  };
  const classes = (objects: object[] = []): string[] => objects.map((one) => one.constructor.name);
  return [
    figure(
      'resources',
      'resources that are currently keeping the event loop alive, grouped by async resource type.',
      process.getActiveResourcesInfo(),
    ),
    figure(
      'handles',
      'libuv handles grouped by handle type. Every handle type is C++ class name.',
      classes(activity._getActiveHandles?.()),
    ),
    figure(
      'requests',
      'libuv requests grouped by request type. Every request type is C++ class name.',
      classes(activity._getActiveRequests?.()),
    ),
  ];
}

function heapFigures(): Figure[] {
  const { heapTotal, heapUsed, external } = process.memoryUsage();
  const spaces = getHeapSpaceStatistics();
  type Size = 'space_size' | 'space_used_size' | 'space_available_size';
  const figure = (what: string, size: Size): Figure =>
    gauge(
      `nodejs_heap_space_size_${what}_bytes`,
      `Process heap space size ${what} from Node.js in bytes.`,
      ...spaces.map((one) => sampleOf(one[size], { space: one.space_name.replace(/_space$/, '') })),
    );
  return [
    gauge(
      'nodejs_heap_size_total_bytes',
      'Process heap size from Node.js in bytes.',
      sampleOf(heapTotal),
    ),
    gauge(
      'nodejs_heap_size_used_bytes',
      'Process heap size used from Node.js in bytes.',
      sampleOf(heapUsed),
    ),
    gauge(
      'nodejs_external_memory_bytes',
      'Node.js external memory size in bytes.',
      sampleOf(external),
    ),
    figure('total', 'space_size'),
    figure('used', 'space_used_size'),
    figure('available', 'space_available_size'),
  ];
}

function versionFigure(): Figure {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number);
  const sample = sampleOf(1, { version: process.version, major, minor, patch });
  return { ...gauge('nodejs_version_info', 'Node.js version info.', sample), aggregator: 'first' };
}

const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

function watchCollections(): () => Figure {
  const name = 'nodejs_gc_duration_seconds';
  const byKind = new Map<string, Times>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind: number } = (entry as unknown as { detail: { kind: number } }).detail;
      const kind = KINDS[number] ?? 'unknown';
      let times = byKind.get(kind);
      if (!times) byKind.set(kind, (times = new Times(EDGES)));
      times.observe(entry.duration / 1000);
    }
  }).observe({ entryTypes: ['gc'] });
  return () => ({
    name,
    help: 'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
    type: 'histogram',
    aggregator: 'sum',
    values: Array.from(byKind, ([kind, times]) => times.samples(name, { kind })).flat(),
  });
}
