// Imports: a file of values into a series, and the journal of all writes. A writer has no journal, an auditor no file.

import { useState } from 'react';
import { ImportForm } from '#explorer/pages/operator/imports/import-form.tsx';
import { JournalTable } from '#explorer/pages/operator/journal-table.tsx';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { WritableCard } from '#explorer/pages/operator/writer/writable-card.tsx';

export function ImportsPart() {
  const [writes, setWrites] = useState(0);
  const { mayAudit, mayWrite } = useRights();
  const onWritten = () => setWrites((count) => count + 1);
  return (
    <>
      {!mayAudit && <WritableCard />}
      {mayWrite && <ImportForm onWritten={onWritten} />}
      {mayAudit && <JournalTable writes={writes} onUndone={onWritten} />}
    </>
  );
}
