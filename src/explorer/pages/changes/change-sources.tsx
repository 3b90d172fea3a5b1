// The sources whose runs are compared: one is chosen, or each area has its first.

import type { ChangesAnswer } from '#contract/changes';
import { Chips } from '#explorer/parts/chips/chips.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { ChangesView } from '#view/address/changes-address';
import { sharedSource } from '#view/tables/change-rows';

interface ChangeSourcesProps {
  readonly view: ChangesView;
  readonly answer: ChangesAnswer;
}

export function ChangeSources({ view, answer }: ChangeSourcesProps) {
  const { source: chosen } = view;
  const offered =
    chosen === '' || answer.sources.includes(chosen) ? answer.sources : [...answer.sources, chosen];
  if (offered.length === 0) return null;
  const shown = chosen || sharedSource(answer);
  return (
    <div className="chips">
      <Chips
        title="Source"
        chips={offered.map((name) => ({
          name,
          hint: name === chosen ? 'Compare within each area’s first source' : undefined,
          isPressed: name === shown,
        }))}
        onPress={(name) => show({ ...view, source: name === chosen ? '' : name })}
      />
      {shown === undefined && (
        <p className="small dim">Each area is compared within its own first source.</p>
      )}
    </div>
  );
}
