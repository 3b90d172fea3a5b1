// What the operator's pages offer to the user's role. The server decides at each request: the pages only hide what it
// would refuse.

import { useSession } from '#explorer/state/session.ts';

export interface Rights {
  /** Whether the role reads what operators read. */
  readonly mayAudit: boolean;
  /** Whether the role writes values, runs and definitions, a writer of some series only. */
  readonly mayWrite: boolean;
  /** Whether the role changes everything else. */
  readonly mayOperate: boolean;
}

export function useRights(): Rights {
  const session = useSession();
  const mayOperate = session?.isOperator ?? false;
  return {
    mayOperate,
    mayAudit: mayOperate || session?.role === 'auditor',
    mayWrite: mayOperate || session?.role === 'writer',
  };
}
