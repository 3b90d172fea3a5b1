// The switch between steps and straight lines, under the charts of Explore and Compare. The address keeps it.

import { useViewScope } from '#explorer/state/view-scope.ts';
import type { CompareView } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import '#explorer/parts/switches/chart-switches.css';

export function StraightSwitch({ view }: { readonly view: ExploreView | CompareView }) {
  const { show } = useViewScope();
  const line = view.line ? undefined : 'straight';
  return (
    <button
      type="button"
      aria-pressed={line === undefined}
      title="Join the values instead of drawing each as a step"
      onClick={() => show({ ...view, line }, { replace: true })}
    >
      straight lines
    </button>
  );
}
