// A link with `?code=…` signs in once. The code is removed from the address first.

import { useEffect, useState } from 'react';
import { signInWithCode } from '#explorer/state/session.ts';

export interface SignInCode {
  readonly isPending: boolean;
  readonly fault: string | undefined;
}

function takeCode(): string | undefined {
  const url = new URL(window.location.href);
  const code = url.searchParams.get('code');
  if (code === null) return undefined;
  url.searchParams.delete('code');
  window.history.replaceState(null, '', url.pathname + url.search + url.hash);
  return code;
}

// The code is taken once per page load, as React may mount a component twice.
const code = takeCode();
let redeeming: Promise<void> | undefined;

export function useSignInCode(): SignInCode {
  const [state, setState] = useState<SignInCode>({
    isPending: code !== undefined,
    fault: undefined,
  });
  useEffect(() => {
    if (code === undefined) return;
    redeeming ??= signInWithCode(code);
    redeeming.then(
      () => setState({ isPending: false, fault: undefined }),
      (error: Error) => setState({ isPending: false, fault: error.message }),
    );
  }, []);
  return state;
}
