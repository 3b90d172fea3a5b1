// The questions that editing a board may ask: about unsaved changes, and about a version that was saved elsewhere.

import { flushSync } from 'react-dom';
import { ConflictDialog } from '#explorer/pages/boards/edit/conflict-dialog.tsx';
import { LeaveDialog } from '#explorer/pages/boards/edit/leave-dialog.tsx';
import type { Editing } from '#explorer/pages/boards/edit/use-editing.ts';
import { useLeaving } from '#explorer/pages/boards/edit/use-leaving.ts';
import { show } from '#explorer/state/navigation.ts';
import { readAddress } from '#view/address/address';

interface EditDialogsProps {
  readonly editing: Editing;
  /** Ends the editing without saving. */
  readonly onStop: () => void;
  /** Reads the stored board again. */
  readonly onReload: () => void;
}

export function EditDialogs({ editing, onStop, onReload }: EditDialogsProps) {
  const { leaving, stay } = useLeaving(editing.isChanged);
  const discard = (): void => {
    const to = leaving?.to;
    // The page asks until the draft is gone.
    flushSync(onStop);
    if (to !== undefined) show(readAddress(to));
  };
  return (
    <>
      {leaving && <LeaveDialog onStay={stay} onDiscard={discard} />}
      {editing.isConflict && (
        <ConflictDialog
          onShowTheirs={() => {
            onStop();
            onReload();
          }}
          onSaveCopy={() => void editing.saveCopy()}
          onClose={editing.keepEditing}
        />
      )}
    </>
  );
}
