// The currency of a price. The server converts each value by the rate of its day.

import type { MetadataRecord } from '#contract/forecast';
import { CURRENCIES, currencyOfUnit } from '#core/market/currency';
import { SelectField, withUnknown } from '#explorer/parts/fields/select-field.tsx';

interface CurrencySelectProps {
  readonly record: MetadataRecord | undefined;
  /** Undefined is the currency that the price is stored in. */
  readonly value: string | undefined;
  readonly fault: string | undefined;
  readonly onChoose: (currency: string | undefined) => void;
}

const OPTIONS = CURRENCIES.map((value) => ({ value, title: value }));

/** Chooses the currency of a price. Draws nothing for other series: the server would ignore a currency. */
export function CurrencySelect({ record, value, fault, onChoose }: CurrencySelectProps) {
  const own = record && record.category !== 'fx' ? currencyOfUnit(record.unit) : undefined;
  if (own === undefined && value === undefined) return null;
  const chosen = value ?? own ?? '';
  return (
    <SelectField
      className="explore-narrow"
      label="Currency"
      value={chosen}
      options={withUnknown(OPTIONS, chosen)}
      hint="Prices by the rate of each value’s day"
      fault={fault}
      onChoose={(currency) => onChoose(currency === own ? undefined : currency)}
    />
  );
}
