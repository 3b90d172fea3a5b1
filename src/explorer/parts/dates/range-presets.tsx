// Buttons for the usual spans.

import { ChoiceField } from '#explorer/parts/choices.tsx';
import { PRESETS, presetOf } from '#explorer/series/presets.ts';

interface RangePresetsProps {
  readonly range: { readonly from: string; readonly to: string };
  readonly onChoose: (range: { readonly from: string; readonly to: string }) => void;
}

const OPTIONS = PRESETS.map(({ name, meaning }) => ({ value: name, title: name, hint: meaning }));

export function RangePresets({ range, onChoose }: RangePresetsProps) {
  const choose = (name: string): void => {
    const { from, to } = PRESETS.find((preset) => preset.name === name)!;
    onChoose({ from, to });
  };
  return (
    <ChoiceField label="Range" options={OPTIONS} value={presetOf(range)?.name} onChoose={choose} />
  );
}
