// Defining a series, or changing the texts of one. The resolution is fixed once a series exists.

import { type FormEvent, useState } from 'react';
import type { OperatorSeries, SeriesDraftBody } from '#contract/operator';
import { RESOLUTIONS } from '#core/time/resolution';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';
import { resolutionText } from '#explorer/series/resolution-text.ts';

type EditedSeries = Pick<OperatorSeries, 'seriesId' | 'description' | 'unit' | 'area' | 'category'>;

interface SeriesDialogProps {
  /** Undefined for a new series. */
  readonly series: EditedSeries | undefined;
  /** Called with the code of the series that was defined or changed; undefined if none was. */
  readonly onClose: (code: string | undefined) => void;
}

const FIELDS = {
  description: 'Description',
  unit: 'Unit',
  area: 'Area, such as DE, or nothing',
  category: 'Category, such as hrprice, or nothing',
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];

const RESOLUTION_CHOICES = RESOLUTIONS.map((resolution) => ({
  value: resolution.name,
  title: resolutionText(resolution),
}));

export function SeriesDialog({ series, onClose }: SeriesDialogProps) {
  const dialog = useModal();
  const action = useAction();
  const [code, setCode] = useState('');
  const [resolution, setResolution] = useState('hour');
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>({
    description: series?.description ?? '',
    unit: series?.unit ?? '',
    area: series?.area ?? '',
    category: series?.category ?? '',
  });
  const target = series?.seriesId ?? code.trim().toLowerCase();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const draft = draftOf(texts, series, resolution);
    action.run(
      () => operator.defineSeries(target, draft, series === undefined),
      () => onClose(target),
    );
  };
  return (
    <dialog
      ref={dialog}
      className="card operator-dialog"
      aria-labelledby="operator-define"
      onClose={() => onClose(undefined)}
    >
      <form className="operator-form" onSubmit={onSubmit}>
        <h2 id="operator-define">{series ? `Edit ${series.seriesId}` : 'Define a series'}</h2>
        {!series && <TextField label="Code" value={code} onChange={setCode} />}
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={FIELDS[name]}
            value={texts[name]}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
        {!series && (
          <SelectField
            label="Resolution, fixed from then on"
            value={resolution}
            options={RESOLUTION_CHOICES}
            onChoose={setResolution}
          />
        )}
        <RefusedWrite error={action.error} />
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => onClose(undefined)}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={action.isBusy || !target}>
            {series ? 'Change' : 'Define'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The fields to send: all of a new series, and those of an existing one that differ. */
function draftOf(
  texts: Readonly<Record<Field, string>>,
  series: EditedSeries | undefined,
  resolution: string,
): SeriesDraftBody {
  const given = NAMES.map((name) => [name, texts[name].trim()] as const);
  const changed = given.filter(([name, text]) => !series || text !== (series[name] ?? ''));
  const isText = (name: Field): boolean => name === 'description' || name === 'unit';
  return {
    ...Object.fromEntries(
      changed.map(([name, text]) => [name, text === '' && !isText(name) ? null : text]),
    ),
    ...(series ? {} : { resolution }),
  };
}
