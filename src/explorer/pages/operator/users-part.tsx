// Users and plans: who may sign in, with which plan, keys of users, and what plans match.

import { useState } from 'react';
import type { PlanShape, UserShape } from '#contract/operator-accounts';
import { KeysCard } from '#explorer/pages/operator/keys-card.tsx';
import { LinksCard } from '#explorer/pages/operator/links-card.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { PlanDialog } from '#explorer/pages/operator/plan-dialog.tsx';
import { PlansTable } from '#explorer/pages/operator/plans-table.tsx';
import { SignInLinkCard } from '#explorer/pages/operator/sign-in-link-card.tsx';
import { UserDialog } from '#explorer/pages/operator/user-dialog.tsx';
import { UsersTable } from '#explorer/pages/operator/users-table.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';

/** What a dialog changes; undefined is a new user or plan. */
type Editing =
  | { readonly kind: 'user'; readonly user: UserShape | undefined }
  | { readonly kind: 'plan'; readonly plan: PlanShape | undefined };

export function UsersPart() {
  const [changes, setChanges] = useState(0);
  const [editing, setEditing] = useState<Editing>();
  const [keysOf, setKeysOf] = useState<string>();
  const [linkFor, setLinkFor] = useState<string>();
  const accounts = useOperatorRequest(`accounts ${changes}`, async (signal) => {
    const [users, plans] = await Promise.all([
      operator.users({ signal }),
      operator.plans({ signal }),
    ]);
    return { users, plans };
  });
  const { data, error } = accounts;
  if (error && !data) return <Problem error={error} onRetry={accounts.retry} />;
  if (!data) return <Loading />;
  const close = (isChanged: boolean): void => {
    setEditing(undefined);
    if (isChanged) setChanges(changes + 1);
  };
  return (
    <>
      <UsersTable
        users={data.users}
        onChange={(user) => setEditing({ kind: 'user', user })}
        onKeys={setKeysOf}
        onLink={setLinkFor}
      />
      {linkFor !== undefined && (
        <SignInLinkCard key={linkFor} userName={linkFor} onClose={() => setLinkFor(undefined)} />
      )}
      {keysOf !== undefined && <KeysCard key={keysOf} userName={keysOf} />}
      {keysOf !== undefined && <LinksCard key={`links ${keysOf}`} userName={keysOf} />}
      <PlansTable plans={data.plans} onChange={(plan) => setEditing({ kind: 'plan', plan })} />
      {editing?.kind === 'user' && (
        <UserDialog user={editing.user} plans={data.plans} onClose={close} />
      )}
      {editing?.kind === 'plan' && <PlanDialog plan={editing.plan} onClose={close} />}
    </>
  );
}
