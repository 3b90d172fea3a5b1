// The fields of a query that ask what its points are made of.

import { FaultCollector } from '#core/fault-collector';
import { parseFlag } from '#http/request/query-values';
import { type PointDetail, parseDetail } from '#service/series/point-detail';

export interface DetailQuery {
  readonly counts?: string | undefined;
  readonly kinds?: string | undefined;
  readonly complete?: string | undefined;
  readonly threshold?: string | undefined;
  readonly decimals?: string | undefined;
}

const NAMES = { complete: 'complete', threshold: 'threshold' };

/** Reads the fields; refuses naming each at fault. Undefined if nothing is asked for. */
export function readDetail(query: DetailQuery): PointDetail | undefined {
  const faults = new FaultCollector();
  const flag = (name: 'counts' | 'kinds' | 'complete') =>
    faults.check(() => parseFlag(query[name], name)) ?? false;
  const asked = { counts: flag('counts'), kinds: flag('kinds'), complete: flag('complete') };
  const { threshold, decimals } = query;
  const detail = faults.check(() => parseDetail({ ...asked, threshold, decimals }, NAMES));
  faults.throwIfAny();
  return detail;
}
