// What each panel says about its newest request, so that a wallboard knows when all of it is up to date.

import { createContext, useContext, useEffect } from 'react';

export interface PanelReport {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** Takes a panel's report; undefined when the panel is gone. */
type TakeReport = (report: PanelReport | undefined) => void;

const Reporting = createContext<TakeReport>(() => {});

export const ReportingProvider = Reporting.Provider;

export function useReport(isLoading: boolean, error: Error | undefined): void {
  const take = useContext(Reporting);
  const hasFailed = error !== undefined;
  useEffect(() => take({ isLoading, hasFailed }), [take, isLoading, hasFailed]);
  useEffect(() => () => take(undefined), [take]);
}
