// What the panels report about their newest requests, taken together.

import { useCallback, useState } from 'react';
import type { PanelReport } from '#explorer/pages/boards/panels/panel-report.ts';

export function useReports() {
  const [reports, setReports] = useState<ReadonlyMap<number, PanelReport>>(new Map());
  const onReport = useCallback((key: number, report: PanelReport | undefined): void => {
    setReports((before) => {
      const next = new Map(before);
      if (report) next.set(key, report);
      else next.delete(key);
      return next;
    });
  }, []);
  const all = [...reports.values()];
  return {
    onReport,
    /** Whether some panel waits for an answer. */
    isLoading: all.some(({ isLoading }) => isLoading),
    hasFailed: all.some(({ hasFailed }) => hasFailed),
    /** The number of panels that have asked for their data. */
    count: all.length,
  };
}
