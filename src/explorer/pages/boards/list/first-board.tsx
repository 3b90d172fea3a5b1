// What a board is, for a user who has none, and a first one from the series that the user keeps.

import { useMemo, useState } from 'react';
import { firstPanels } from '#explorer/pages/boards/list/first-panels.ts';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { show } from '#explorer/state/navigation.ts';
import { usePins } from '#explorer/state/pinned-series.ts';
import { readRecent } from '#explorer/state/recent-series.ts';
import { useSession } from '#explorer/state/session.ts';
import { START } from '#view/address/address';

export function FirstBoard({ hasOthers }: { readonly hasOthers: boolean }) {
  const pins = usePins(useSession()?.userName ?? '');
  const recent = useMemo(readRecent, []);
  const panels = firstPanels(pins, recent);
  const [error, setError] = useState<Error>();
  const make = (): void => {
    setError(undefined);
    boards
      .add({ name: 'My board', shared: false, panels })
      .then(({ id }) => show({ page: 'boards', board: id }), setError);
  };
  return (
    <section className="card board-empty">
      <h2>{hasOthers ? 'You have no board of your own yet' : 'No boards yet'}</h2>
      <p>
        A board is a page of panels. Each panel is any view of the explorer: a chart, a table, a
        comparison, a forecast, or only its figures. Dates such as <code>today-14</code> move with
        time, so a board always shows the newest. It can be shared with your plan, fill a screen on
        the wall, be printed, or be a picture in a mail.
      </p>
      <p>
        Open a view, choose <strong>Save to board…</strong> or press <kbd>b</kbd>. Or begin with{' '}
        {panels.some(({ view }) => view.startsWith('/s/'))
          ? 'the series that you pinned or opened last'
          : 'today and tomorrow of your areas'}
        :
      </p>
      <p className="board-actions">
        <button type="button" className="button primary" onClick={make}>
          Make a first board
        </button>
        <ViewLink className="button" to={START}>
          Go to Start
        </ViewLink>
      </p>
      {error && <Problem error={error} onRetry={make} />}
    </section>
  );
}
