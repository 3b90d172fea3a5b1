// Imports: a file of values into a series, and the journal of all writes.

import { useState } from 'react';
import { ImportForm } from '#explorer/pages/operator/import-form.tsx';
import { JournalTable } from '#explorer/pages/operator/journal-table.tsx';

export function ImportsPart() {
  const [writes, setWrites] = useState(0);
  const onWritten = () => setWrites((count) => count + 1);
  return (
    <>
      <ImportForm onWritten={onWritten} />
      <JournalTable writes={writes} onUndone={onWritten} />
    </>
  );
}
