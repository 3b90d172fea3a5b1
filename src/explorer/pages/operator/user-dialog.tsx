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

export function UserDialog({ user, plans, onClose }: UserDialogProps) {
  const [name, setName] = useState('');
  const [plan, setPlan] = useState(user?.plan ?? plans[0]?.name ?? '');
  const [password, setPassword] = useState('');
  const [isDisabled, setDisabled] = useState(user?.disabled ?? false);
  const [isService, setService] = useState(user?.service ?? false);
  const [role, setRole] = useState(user?.role ?? 'reader');
  const [patterns, setPatterns] = useState(user?.writePatterns.join(', ') ?? '');
  const isWriter = role === 'writer';
  const act = (ownPassword: string): Promise<void> => {
    const newPassword = password === '' || isService ? {} : { password };
    const isOther = role !== user?.role || patterns !== user.writePatterns.join(', ');
    const writes = isWriter ? { writePatterns: patternsOf(patterns) } : {};
    const given = { ownPassword, ...newPassword, ...(isOther ? { role, ...writes } : {}) };
    if (!user) {
      const service = isService ? { service: true } : {};
      return operator.addUser({ name: name.trim(), plan, ...service, ...given });
    }
    // Only what differs: each field that is sent is an entry of the audit.
    return operator.changeUser(user.name, {
      ...given,
      ...(plan === user.plan ? {} : { plan }),
      ...(isDisabled === user.disabled ? {} : { disabled: isDisabled }),
    });
  };
  return (
    <AccountDialog
      title={user ? `Change ${user.name}` : 'Add a user'}
      action={user ? 'Change' : 'Add'}
      act={act}
      onClose={onClose}
    >
      {!user && <TextField label="Name" value={name} onChange={setName} />}
      <SelectField
        label="Plan"
        value={plan}
        options={plans.map(({ name: each }) => ({ value: each, title: each }))}
        onChoose={setPlan}
      />
      {role === 'operator' ? (
        <p>The role is operator. Only the command line changes it: gridtide user set.</p>
      ) : (
        <SelectField
          label="Role"
          value={role}
          options={ROLES.map((each) => ({ value: each, title: each }))}
          onChoose={setRole}
        />
      )}
      {isWriter && (
        <TextField label="Patterns of series to write" value={patterns} onChange={setPatterns} />
      )}
      {!user && (
        <label>
          <input
            type="checkbox"
            checked={isService}
            onChange={({ target }) => setService(target.checked)}
          />{' '}
          Service account: only keys, no sign-in
        </label>
      )}
      {!isService && (
        <PasswordField
          label={
            user ? 'New password, or nothing to keep it' : 'Password, or nothing for keys only'
          }
          value={password}
          isRefused={false}
          isNew
          isOptional
          onChange={setPassword}
        />
      )}
      {user && (
        <label>
          <input
            type="checkbox"
            checked={isDisabled}
            onChange={({ target }) => setDisabled(target.checked)}
          />{' '}
          Disabled: shut out at once
        </label>
      )}
    </AccountDialog>
  );
}
