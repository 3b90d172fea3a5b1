// The series of the store, by words of their codes and descriptions, 25 a page.

import { useEffect, useState } from 'react';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { SeriesTable } from '#explorer/pages/operator/series/series-table.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { client } from '#explorer/state/session.ts';

const PAGE = 25;
/** How long typing rests before the list is searched. */
const REST_MS = 250;

export function SeriesList({ onDefine }: { readonly onDefine: () => void }) {
  const { mayOperate } = useRights();
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  /** The last codes of the pages before this one. */
  const [ends, setEnds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (text.trim() === words) return undefined;
    const timer = setTimeout(() => {
      setWords(text.trim());
      setEnds([]);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, words]);
  const after = ends.at(-1);
  const list = useOperatorRequest(`list ${words} ${after}`, (signal) => {
    // One more than a page has tells whether another follows.
    const query = { q: words, limit: String(PAGE + 1), all: 'true', ...(after ? { after } : {}) };
    return client.metadata(query, { signal });
  });
  const { data, error } = list;
  const shown = data?.slice(0, PAGE) ?? [];
  return (
    <section className="card operator-import" aria-labelledby="operator-series">
      <h2 id="operator-series">Series</h2>
      <TextField label="Find by words" value={text} onChange={setText} />
      {error && <Problem error={error} onRetry={list.retry} />}
      {!data && !error && <Loading />}
      {data && shown.length === 0 && <p className="dim">No series has these words.</p>}
      {shown.length > 0 && <SeriesTable label="Found series" records={shown} />}
      <div className="operator-actions">
        {mayOperate && (
          <button type="button" className="button" onClick={onDefine}>
            Define a series…
          </button>
        )}
        {ends.length > 0 && (
          <button type="button" className="button" onClick={() => setEnds(ends.slice(0, -1))}>
            Previous
          </button>
        )}
        {data && data.length > PAGE && (
          <button
            type="button"
            className="button"
            onClick={() => setEnds([...ends, shown.at(-1)!.seriesId])}
          >
            Next
          </button>
        )}
      </div>
    </section>
  );
}
