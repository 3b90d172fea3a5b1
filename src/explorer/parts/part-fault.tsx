// A part of the page that could not be shown: for want of a connection it comes later by itself, and after an
// upgrade the page must be loaded again.

import { useEffect, useState } from 'react';
import { useIsDown } from '#explorer/state/connection.ts';
import { client } from '#explorer/state/session.ts';

/** How browsers and the build call a file that could not be loaded. */
const LOAD_FAULT = /dynamically imported module|module script failed|preload CSS/i;

export function PartFault({ error }: { readonly error: Error }) {
  const isLoadFault = LOAD_FAULT.test(error.message);
  const isAsked = useAsked(isLoadFault);
  const isDown = useIsDown();
  const [wasDown, setWasDown] = useState(false);
  useEffect(() => {
    if (isDown) setWasDown(true);
    // Browsers do not ask again for a file that failed. The address has the page's whole state.
    else if (wasDown && isLoadFault) window.location.reload();
  }, [isDown, wasDown, isLoadFault]);
  if (isLoadFault && (!isAsked || isDown))
    return (
      <p className="notice" role="status">
        This part of the page comes when the server can be reached again.
      </p>
    );
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>This part of the page could not be shown.</strong> The server may have been updated
        since the page was opened.
      </p>
      {!isLoadFault && <p className="small dim">{error.message}</p>}
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Load the page again
      </button>
    </div>
  );
}

/** Whether the server was asked for something else since, which tells whether it can be reached. */
function useAsked(isWanted: boolean): boolean {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const end = (): void => setAsked(true);
    client.about().then(end, end);
  }, [isWanted]);
  return isAsked;
}
