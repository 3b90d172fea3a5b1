// Defining a forecast target, or changing one. What is left empty is found or guessed by the server.

import { type FormEvent, useState } from 'react';
import type { TargetBody, TargetShape } from '#contract/forecast-status';
import { targets, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';

interface TargetDialogProps {
  /** Undefined for a new definition. */
  readonly target: TargetShape | undefined;
  /** Called with the name that was defined; undefined if none was. */
  readonly onClose: (name: string | undefined) => void;
}

const FIELDS = {
  name: 'Name, which is the source of the runs',
  target: 'Series to forecast',
  formula: 'Formula, such as dehrcons - dehrwind - dehrsolar',
  unit: 'Unit of the result, or nothing if it follows from the series',
  drivers: 'Drivers: series that are known ahead',
  hours: 'UTC hours, such as 6, 12, or nothing for those of the server',
  area: 'Area of holidays and drivers, or nothing for the series’ own',
} as const;
type Field = keyof typeof FIELDS;

const KINDS = [
  { value: '', title: 'guessed from the series' },
  ...['price', 'load', 'wind', 'solar', 'other'].map((kind) => ({ value: kind, title: kind })),
];

type TargetChoice = 'series' | 'formula';
const TARGETS: readonly { readonly value: TargetChoice; readonly title: string }[] = [
  { value: 'series', title: 'a stored series' },
  { value: 'formula', title: 'a formula of series' },
];

type DriverChoice = 'found' | 'named' | 'none';
const DRIVERS: readonly { readonly value: DriverChoice; readonly title: string }[] = [
  { value: 'found', title: 'found by their codes' },
  { value: 'named', title: 'named here' },
  { value: 'none', title: 'none' },
];

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** The fields as they are typed and chosen. */
interface Draft extends Readonly<Record<Field, string>> {
  readonly kind: string;
  readonly choice: string;
  readonly what: string;
}

const draftOf = (target: TargetShape | undefined): Draft => ({
  name: target?.name ?? '',
  target: target?.target ?? '',
  formula: target?.formula ?? '',
  unit: target?.unit ?? '',
  drivers: target?.drivers?.join(' ') ?? '',
  hours: target?.hours?.join(', ') ?? '',
  area: target?.area ?? '',
  kind: target?.kind ?? '',
  choice: choiceOf(target),
  what: target?.formula ? 'formula' : 'series',
});

export function TargetDialog({ target, onClose }: TargetDialogProps) {
  const dialog = useModal();
  const action = useAction();
  const [draft, setDraft] = useState(() => draftOf(target));
  const change = (part: Partial<Draft>): void => setDraft((last) => ({ ...last, ...part }));
  const name = draft.name.trim().toLowerCase();
  const isWhole = name !== '' && draft[whatField(draft)].trim() !== '';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    action.run(
      () => targets.define(name, bodyOf(draft)),
      () => onClose(name),
    );
  };
  return (
    <dialog
      ref={dialog}
      className="card operator-dialog"
      aria-labelledby="operator-target"
      onClose={() => onClose(undefined)}
    >
      <form className="operator-form" onSubmit={onSubmit}>
        <h2 id="operator-target">{target ? `Change ${target.name}` : 'Forecast a series'}</h2>
        <TargetFields draft={draft} isNew={!target} onChange={change} />
        <RefusedWrite error={action.error} />
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => onClose(undefined)}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={action.isBusy || !isWhole}>
            {target ? 'Change' : 'Define'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface TargetFieldsProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

function TargetFields({ draft, isNew, onChange }: TargetFieldsProps) {
  const field = (of: Field) => (
    <TextField label={FIELDS[of]} value={draft[of]} onChange={(text) => onChange({ [of]: text })} />
  );
  return (
    <>
      {isNew && field('name')}
      <SelectField
        label="Forecast"
        value={draft.what}
        options={TARGETS}
        onChoose={(what) => onChange({ what })}
      />
      {field(whatField(draft))}
      {isFormula(draft) && field('unit')}
      {isFormula(draft) && (
        <p className="dim small">
          Codes and numbers with + - * / min max and parentheses. The values are stored as a series
          of the forecast’s name, which readers need a plan for.
        </p>
      )}
      <SelectField
        label="Drivers"
        value={draft.choice}
        options={DRIVERS}
        onChoose={(choice) => onChange({ choice })}
      />
      {draft.choice === 'named' && field('drivers')}
      {field('hours')}
      <SelectField
        label="Kind"
        value={draft.kind}
        options={KINDS}
        onChoose={(kind) => onChange({ kind })}
      />
      {field('area')}
    </>
  );
}

const isFormula = ({ what }: Draft): boolean => what === 'formula';

/** The field that says what is forecast. */
const whatField = (draft: Draft): Field => (isFormula(draft) ? 'formula' : 'target');

function choiceOf(target: TargetShape | undefined): DriverChoice {
  if (!target || target.drivers === null) return 'found';
  return target.drivers.length === 0 ? 'none' : 'named';
}

const whatOf = (draft: Draft): TargetBody =>
  isFormula(draft)
    ? { formula: draft.formula.trim(), unit: draft.unit.trim() || null }
    : { target: draft.target.trim() };

/** A word that is no number is sent as it is, so that the server names it. */
function bodyOf(draft: Draft): TargetBody {
  const hours = wordsOf(draft.hours).map((word) => (/^\d+$/.test(word) ? Number(word) : word));
  const drivers = draft.choice === 'named' ? wordsOf(draft.drivers) : [];
  return {
    drivers: draft.choice === 'found' ? null : drivers,
    hours: hours.length === 0 ? null : (hours as number[]),
    kind: draft.kind || null,
    area: draft.area.trim() || null,
    ...whatOf(draft),
  };
}
