// A table of series, each with the link to its page, and the moments in it.

import type { MetadataRecord } from '#contract/forecast';
import { shownResolution } from '#explorer/find/search/resolution-names.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

const TITLES = ['Series', 'Description', 'Unit', 'Resolution', 'Last value', 'Last change'];

/** Returns what writes a moment of a record in market time. */
export function useMoment(): (text: string | null) => string {
  const zone = marketZoneOf(useAbout());
  return (text) => (text === null ? 'none' : formatMoment(Date.parse(text), zone));
}

interface SeriesTableProps {
  readonly label: string;
  readonly records: readonly MetadataRecord[];
}

export function SeriesTable({ label, records }: SeriesTableProps) {
  const moment = useMoment();
  return (
    <ScrollTable label={label} titles={TITLES}>
      {records.map(({ seriesId, description, unit, resolution, endDate, lastUpdated }) => (
        <tr key={seriesId}>
          <th scope="row">
            <ViewLink to={{ page: 'operator', part: 'series', code: seriesId }}>
              {seriesId}
            </ViewLink>
          </th>
          <td>{description}</td>
          <td>{unit}</td>
          <td>{shownResolution(resolution)}</td>
          <td>{moment(endDate)}</td>
          <td>{moment(lastUpdated)}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
