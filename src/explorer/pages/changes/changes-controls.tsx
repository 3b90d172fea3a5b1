// Since when, of which quantity, and in which zone.

import type { ChangesAnswer } from '#contract/changes';
import { findCategory } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';
import { TypedField } from '#explorer/parts/fields/typed-field.tsx';
import { ZoneChoice } from '#explorer/parts/zone-choice.tsx';
import { faultOfField } from '#explorer/series/field-fault.ts';
import { show } from '#explorer/state/navigation.ts';
import { type ChangesView, DEFAULT_SINCE } from '#view/address/changes-address';
import { sharedSource } from '#view/tables/change-rows';
import { isSpan, readSince, type SinceClock, SPANS } from '#view/tables/since';

const NO_TIME = { isValid: true, note: '' };

interface ChangesControlsProps {
  readonly view: ChangesView;
  readonly clock: SinceClock;
  readonly answer: ChangesAnswer | undefined;
  /** Why nothing is shown. The server may name a field. */
  readonly error: Error | undefined;
}

export function ChangesControls({ view, clock, answer, error }: ChangesControlsProps) {
  const change = (part: Partial<ChangesView>): void => show({ ...view, ...part });
  const category = answer?.category ?? view.category;
  return (
    <div className="changes-controls">
      <ChoiceField
        label="Since"
        options={SPANS}
        value={SPANS.find(({ value }) => value === view.since)?.value}
        onChoose={(since) => change({ since })}
      />
      <TypedField
        label="or a time"
        value={isSpan(view.since) ? '' : view.since}
        read={(text) => (text.trim() === '' ? NO_TIME : readSince(text, clock))}
        fault={faultOfField(error, 'since')}
        placeholder="2026-11-16T10:00"
        size={20}
        onApply={(text) => change({ since: text || DEFAULT_SINCE })}
      />
      <SelectField
        label="Quantity"
        value={category}
        options={optionsOf(answer?.categories ?? [], category)}
        onChoose={(chosen) => change({ category: chosen })}
      />
      <ZoneChoice zone={view.zone} onChoose={(zone) => change({ zone })} />
    </div>
  );
}

/** What is chosen, in a line: `Since yesterday · Price · vendor`. */
export function summaryOf(view: ChangesView, answer: ChangesAnswer | undefined): string {
  const since = SPANS.find(({ value }) => value === view.since)?.title ?? view.since;
  const category = answer?.category ?? view.category;
  const source = view.source || (answer && sharedSource(answer));
  return [`Since ${since}`, titleOf(category), source].filter(Boolean).join(' · ');
}

/** The chosen quantity is one of the options, even if the plan has none of it. */
const optionsOf = (categories: readonly string[], chosen: string) =>
  [...new Set([...categories, chosen])]
    .filter((name) => name !== '')
    .map((name) => ({ value: name, title: titleOf(name) }));

const titleOf = (name: string): string =>
  findCategory(name)?.description ??
  DRIVER_CATEGORIES.find((driver) => driver.name === name)?.description ??
  name;
