// The currency of a price. The server converts each value by the rate of its day.

import { useId } from 'react';
import type { MetadataRecord } from '#contract/forecast';
import { CURRENCIES, currencyOfUnit } from '#core/market/currency';

interface CurrencySelectProps {
  readonly record: MetadataRecord | undefined;
  /** Undefined is the currency that the price is stored in. */
  readonly value: string | undefined;
  readonly fault: string | undefined;
  readonly onChoose: (currency: string | undefined) => void;
}

/** Nothing for a series that is no price: the server would ignore a currency. */
export function CurrencySelect({ record, value, fault, onChoose }: CurrencySelectProps) {
  const id = useId();
  const own = record && record.category !== 'fx' ? currencyOfUnit(record.unit) : undefined;
  if (own === undefined && value === undefined) return null;
  const chosen = value ?? own ?? '';
  const isKnown = CURRENCIES.some((currency) => currency === chosen);
  return (
    <div className="field explore-narrow">
      <label htmlFor={id}>Currency</label>
      <select
        id={id}
        value={chosen}
        title="Prices by the rate of each value’s day"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChoose(target.value === own ? undefined : target.value)}
      >
        {!isKnown && <option value={chosen}>{chosen} (unknown)</option>}
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </select>
      <p className="note bad" id={`${id}-note`}>
        {fault}
      </p>
    </div>
  );
}
