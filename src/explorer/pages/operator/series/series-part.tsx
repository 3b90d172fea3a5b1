// Series: a list that is searched page by page or, if the address names one, that series.

import { useState } from 'react';
import { SeriesDetail } from '#explorer/pages/operator/series/series-detail.tsx';
import { SeriesDialog } from '#explorer/pages/operator/series/series-dialog.tsx';
import { SeriesList } from '#explorer/pages/operator/series/series-list.tsx';
import { show } from '#explorer/state/navigation.ts';

const choose = (code: string | undefined): void => show({ page: 'operator', part: 'series', code });

export function SeriesPart({ code }: { readonly code: string | undefined }) {
  const [isDefining, setDefining] = useState(false);
  if (code !== undefined) {
    return <SeriesDetail key={code} code={code} onClose={() => choose(undefined)} />;
  }
  return (
    <>
      <SeriesList onDefine={() => setDefining(true)} />
      {isDefining && (
        <SeriesDialog
          series={undefined}
          onClose={(defined) => {
            setDefining(false);
            if (defined !== undefined) choose(defined);
          }}
        />
      )}
    </>
  );
}
