// Forecast targets: the series that are forecast besides areas and categories, and the drivers of each.

import { useState } from 'react';
import type { TargetShape } from '#contract/forecast-status';
import { ConfirmDialog } from '#explorer/pages/operator/parts/confirm-dialog.tsx';
import { targets, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { DriversCard } from '#explorer/pages/operator/targets/drivers-card.tsx';
import { ScoresCard } from '#explorer/pages/operator/targets/scores-card.tsx';
import { TargetDialog } from '#explorer/pages/operator/targets/target-dialog.tsx';
import { TargetsTable } from '#explorer/pages/operator/targets/targets-table.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

/** What the dialog changes; `undefined` in `target` is a new definition. */
interface Editing {
  readonly target: TargetShape | undefined;
}

export function TargetsPart() {
  const [changes, setChanges] = useState(0);
  const [editing, setEditing] = useState<Editing>();
  const [removing, setRemoving] = useState<string>();
  const [driversOf, setDriversOf] = useState<string>();
  const action = useAction();
  const loaded = useOperatorRequest(`targets ${changes}`, (signal) => targets.list({}, { signal }));
  const { data, error } = loaded;
  if (error && !data) return <Problem error={error} onRetry={loaded.retry} />;
  if (!data) return <Loading />;
  const change = (): void => setChanges((count) => count + 1);
  const onDefined = (name: string | undefined): void => {
    setEditing(undefined);
    if (name === undefined) return;
    setDriversOf(name);
    change();
  };
  const onConfirmed = (isConfirmed: boolean): void => {
    const name = removing!;
    setRemoving(undefined);
    if (!isConfirmed) return;
    if (driversOf === name) setDriversOf(undefined);
    action.run(() => targets.remove(name), change);
  };
  return (
    <>
      <TargetsTable
        targets={data}
        onChange={(target) => setEditing({ target })}
        onRemove={setRemoving}
        onDrivers={setDriversOf}
      />
      <RefusedWrite error={action.error} />
      <ScoresCard targets={data} />
      {driversOf !== undefined && (
        <DriversCard key={driversOf} name={driversOf} changes={changes} />
      )}
      {editing && <TargetDialog target={editing.target} onClose={onDefined} />}
      {removing !== undefined && (
        <ConfirmDialog title={`Remove ${removing}?`} action="Remove" onClose={onConfirmed}>
          <p>No more runs are made under this name. The runs that exist stay.</p>
          {data.some(({ name, formula }) => name === removing && formula !== null) && (
            <p>The series of its values stays as it is, and is no longer brought up to date.</p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
