// The switch that leaves out values of periods that are not complete.

import { ChoiceField } from '#explorer/parts/choices.tsx';

interface CompleteSwitchProps {
  readonly isOn: boolean;
  /** Undefined is off: an address names only what differs from its default. */
  readonly onChoose: (complete: true | undefined) => void;
}

export const CompleteSwitch = ({ isOn, onChoose }: CompleteSwitchProps) => (
  <ChoiceField
    label="Periods"
    options={[
      {
        value: 'all',
        title: 'all',
        hint: 'Also periods that lack values, such as the running one',
      },
      { value: 'complete', title: 'complete only', hint: 'Leave out periods that lack values' },
    ]}
    value={isOn ? 'complete' : 'all'}
    onChoose={(choice) => onChoose(choice === 'complete' ? true : undefined)}
  />
);
