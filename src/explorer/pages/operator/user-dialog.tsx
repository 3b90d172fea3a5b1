// Adding a user, or changing the plan, the role, the password and the state of one.

import { useState } from 'react';
import type { PlanShape, UserShape } from '#contract/operator-accounts';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { AccountDialog } from '#explorer/pages/operator/parts/account-dialog.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { SelectField } from '#explorer/parts/fields/select-field.tsx';

/** The roles that a request gives. The command line alone makes operators. */
const ROLES = ['reader', 'writer', 'auditor'];

const patternsOf = (text: string): string[] =>
  text.split(/[\s,]+/).filter((pattern) => pattern !== '');

interface UserDialogProps {
  /** Undefined for a new user. */
  readonly user: UserShape | undefined;
  readonly plans: readonly PlanShape[];
  readonly onClose: (isChanged: boolean) => void;
}

/** The fields as they are typed and chosen. */
interface Draft {
  readonly name: string;
  readonly plan: string;
  readonly password: string;
  readonly isDisabled: boolean;
  readonly isService: boolean;
  readonly role: string;
  readonly patterns: string;
}

export function UserDialog({ user, plans, onClose }: UserDialogProps) {
  const [draft, setDraft] = useState<Draft>({
    name: '',
    plan: user?.plan ?? plans[0]?.name ?? '',
    password: '',
    isDisabled: user?.disabled ?? false,
    isService: user?.service ?? false,
    role: user?.role ?? 'reader',
    patterns: user?.writePatterns.join(', ') ?? '',
  });
  const change = (part: Partial<Draft>): void => setDraft((last) => ({ ...last, ...part }));
  return (
    <AccountDialog
      title={user ? `Change ${user.name}` : 'Add a user'}
      action={user ? 'Change' : 'Add'}
      act={(ownPassword) => send(user, draft, ownPassword)}
      onClose={onClose}
    >
      {!user && <TextField label="Name" value={draft.name} onChange={(name) => change({ name })} />}
      <SelectField
        label="Plan"
        value={draft.plan}
        options={plans.map(({ name }) => ({ value: name, title: name }))}
        onChoose={(plan) => change({ plan })}
      />
      <RoleFields draft={draft} onChange={change} />
      {!user && (
        <CheckField
          title="Service account: only keys, no sign-in"
          isChecked={draft.isService}
          onChange={(isService) => change({ isService })}
        />
      )}
      {!draft.isService && (
        <PasswordField
          label={
            user ? 'New password, or nothing to keep it' : 'Password, or nothing for keys only'
          }
          value={draft.password}
          isRefused={false}
          isNew
          isOptional
          onChange={(password) => change({ password })}
        />
      )}
      {user && (
        <CheckField
          title="Disabled: shut out at once"
          isChecked={draft.isDisabled}
          onChange={(isDisabled) => change({ isDisabled })}
        />
      )}
    </AccountDialog>
  );
}

/** Sends a new user whole, and only what differs of a known one: each field is an entry of the audit. */
function send(user: UserShape | undefined, draft: Draft, ownPassword: string): Promise<void> {
  const { plan, isDisabled, isService, role, patterns } = draft;
  const password = draft.password === '' || isService ? {} : { password: draft.password };
  const isOther = role !== user?.role || patterns !== user.writePatterns.join(', ');
  const writes = role === 'writer' ? { writePatterns: patternsOf(patterns) } : {};
  const given = { ownPassword, ...password, ...(isOther ? { role, ...writes } : {}) };
  if (!user) {
    const service = isService ? { service: true } : {};
    return operator.addUser({ name: draft.name.trim(), plan, ...service, ...given });
  }
  return operator.changeUser(user.name, {
    ...given,
    ...(plan === user.plan ? {} : { plan }),
    ...(isDisabled === user.disabled ? {} : { disabled: isDisabled }),
  });
}

interface RoleFieldsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function RoleFields({ draft: { role, patterns }, onChange }: RoleFieldsProps) {
  if (role === 'operator') {
    return <p>The role is operator. Only the command line changes it: gridtide user set.</p>;
  }
  return (
    <>
      <SelectField
        label="Role"
        value={role}
        options={ROLES.map((each) => ({ value: each, title: each }))}
        onChoose={(chosen) => onChange({ role: chosen })}
      />
      {role === 'writer' && (
        <TextField
          label="Patterns of series to write"
          value={patterns}
          onChange={(typed) => onChange({ patterns: typed })}
        />
      )}
    </>
  );
}

interface CheckFieldProps {
  readonly title: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

const CheckField = ({ title, isChecked, onChange }: CheckFieldProps) => (
  <label>
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />{' '}
    {title}
  </label>
);
