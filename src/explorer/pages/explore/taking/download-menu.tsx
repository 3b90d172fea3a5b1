// What can be taken away: files, a picture, text for a spreadsheet, and links that a spreadsheet reads by itself. Each
// entry names the span that it holds.

import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { seriesPath } from '#client/page-client';
import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { NOTHING_DRAWN, takePicture } from '#explorer/chart/take-picture.ts';
import type { LinkTarget } from '#explorer/pages/explore/taking/sheet-link/link-texts.ts';
import { columnsBeside, excelText } from '#explorer/pages/explore/taking/shown-columns.ts';
import { copyText } from '#explorer/parts/copy/copy-text.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import { saveFile } from '#explorer/parts/save-file.ts';
import { csvText, fileNameOf } from '#explorer/series/csv-text.ts';
import { client } from '#explorer/state/session.ts';
import type { ExploreView } from '#view/address/explore-address';
import { valueQuery } from '#view/address/value-query';
import { roundedValues } from '#view/values/column-decimals';
import { spanOfAnswer } from '#view/values/series-facts';
import type { Slice } from '#view/values/slice';
import { formatDays } from '#view/values/time-text';
import '#explorer/pages/explore/taking/download-menu.css';

export interface DownloadMenuProps {
  readonly id: string;
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly slice: Slice | undefined;
  readonly zone: Zone;
  /** What makes a picture of what is shown; it is empty while nothing is drawn. */
  readonly chart: RefObject<ChartHandle | null>;
  readonly onClose: () => void;
}

interface Entry {
  readonly title: string;
  readonly hint: string;
  readonly isDisabled?: boolean;
  readonly take: () => Promise<void>;
}

const SheetLinkDialog = lazyPart(() =>
  import('#explorer/pages/explore/taking/sheet-link/sheet-link-dialog.tsx').then(
    (module) => module.SheetLinkDialog,
  ),
);

/** The entries, or the dialog that one of them opens. */
export function DownloadMenu(props: DownloadMenuProps) {
  const [target, setTarget] = useState<LinkTarget>();
  if (target === undefined) return <Entries {...props} onLink={setTarget} />;
  return (
    <Suspense>
      <SheetLinkDialog view={props.view} target={target} onClose={props.onClose} />
    </Suspense>
  );
}

interface EntriesProps extends DownloadMenuProps {
  /** Called when a link for a spreadsheet is wanted. */
  readonly onLink: (target: LinkTarget) => void;
}

function Entries(props: EntriesProps) {
  const { id, answer, zone, onClose, onLink } = props;
  const [state, setState] = useState<{ title: string; text: string }>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const span = spanTextOf(answer, zone);
  const take = async ({ title, take: work }: Entry): Promise<void> => {
    setState({ title, text: 'working…' });
    try {
      await work();
      setState({ title, text: 'done' });
      if (title !== COPY) onClose();
    } catch (error) {
      setState({ title, text: `failed: ${(error as Error).message}` });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...list.current!.querySelectorAll('button')].filter((one) => !one.disabled);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div
      id={id}
      className="download-menu"
      role="group"
      aria-label="Download"
      ref={list}
      onKeyDown={onKeyDown}
    >
      {entriesOf(props).map((entry) => (
        <button
          key={entry.title}
          type="button"
          disabled={entry.isDisabled}
          onClick={() => void take(entry)}
        >
          <span className="download-title">{entry.title}</span>
          <span className="download-span">{span}</span>
          <span className="download-hint dim">{entry.hint}</span>
        </button>
      ))}
      {LINKS.map(({ target, title, hint }) => (
        <button key={target} type="button" onClick={() => onLink(target)}>
          <span className="download-title">{title}</span>
          <span className="download-hint dim">{hint}</span>
        </button>
      ))}
      <p className="download-state small" role="status">
        {state && `${state.title} ${state.text}`}
      </p>
    </div>
  );
}

const COPY = 'Copy for Excel';

/** Links move with time, so they name no span. */
const LINKS = [
  {
    target: 'excel',
    title: 'Link for Excel…',
    hint: 'An address that Excel reads by itself, again and again',
  },
  {
    target: 'sheets',
    title: 'Link for Google Sheets…',
    hint: 'The same as =IMPORTDATA("…")',
  },
  {
    target: 'power-query',
    title: 'Power Query…',
    hint: 'The same as M code, for Excel and Power BI',
  },
] as const;

/** Writes `Mon 2 Nov 2026 – Mon 23 Nov 2026`: the days that the values shown begin and end in. */
function spanTextOf(answer: SeriesColumns, zone: Zone): string {
  const span = spanOfAnswer(answer);
  return span ? formatDays({ start: span.first, end: span.last + SECOND_MS }, zone) : '';
}

function entriesOf(props: DownloadMenuProps): Entry[] {
  const { view, answer, zone, chart } = props;
  const name = (ending: string) => fileNameOf(view.seriesId, spanOfAnswer(answer), zone, ending);
  const fromServer = (title: string, format: string, hint: string): Entry => ({
    title,
    hint,
    take: async () => saveFile(await fetchFile(view, answer, format), name(format)),
  });
  return [
    {
      title: 'CSV',
      hint: 'Exactly the values shown, with UTC and local time, kind and run',
      take: async () => {
        const text = makeCsv(props);
        await saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name('csv'));
      },
    },
    fromServer('Excel', 'xlsx', 'A workbook with times in UTC'),
    fromServer('Parquet', 'parquet', 'For programs'),
    fromServer('Arrow', 'arrow', 'For programs'),
    {
      title: COPY,
      hint: 'Into the clipboard, in local time',
      take: () => copyText(excelText(props)),
    },
    {
      title: 'PNG',
      hint: pictureHint(props),
      isDisabled: chart.current === null,
      take: async () => saveFile(await takePicture(chart), name('png')),
    },
  ];
}

function pictureHint({ view, chart }: DownloadMenuProps): string {
  if (view.tab === 'table') return 'The table has no picture';
  return chart.current ? 'A picture of what is shown' : NOTHING_DRAWN;
}

const makeCsv = ({ answer, slice, zone }: DownloadMenuProps): string =>
  csvText(answer.times, roundedValues(answer), zone, columnsBeside(slice, answer));

/** The server makes the file of the same span, resolved to instants when the values were read. */
async function fetchFile(view: ExploreView, answer: SeriesColumns, format: string): Promise<Blob> {
  const { from, to } = answer;
  const response = await client.transport.send('GET', seriesPath(view.seriesId), {
    query: { ...valueQuery(view), from: from ?? '', to: to ?? '', kinds: 'true', format },
    headers: { accept: '*/*' },
  });
  return response.blob();
}
