// Making or changing a plan, with how many series its patterns match while they are typed.

import { useEffect, useState } from 'react';
import type { PlanShape } from '#contract/operator-accounts';
import { AccountDialog } from '#explorer/pages/operator/parts/account-dialog.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { TextField } from '#explorer/pages/operator/parts/text-field.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { formatCount } from '#view/values/value-text';

/** How long typing rests before the patterns are tried. */
const REST_MS = 300;

interface PlanDialogProps {
  /** Undefined for a new plan. */
  readonly plan: PlanShape | undefined;
  readonly onClose: (isChanged: boolean) => void;
}

const patternsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const [name, setName] = useState('');
  const [patterns, setPatterns] = useState(plan?.series.join(' ') ?? '');
  const [requests, setRequests] = useState(String(plan?.requestsPerMinute ?? 600));
  const [points, setPoints] = useState(String(plan?.pointsPerAnswer ?? 500_000));
  const act = (ownPassword: string): Promise<void> =>
    operator.setPlan(plan?.name ?? name.trim(), {
      series: patternsOf(patterns),
      requestsPerMinute: Number(requests),
      pointsPerAnswer: Number(points),
      ownPassword,
    });
  return (
    <AccountDialog
      title={plan ? `Change the plan ${plan.name}` : 'Add a plan'}
      action={plan ? 'Change' : 'Add'}
      act={act}
      onClose={onClose}
    >
      {!plan && <TextField label="Name" value={name} onChange={setName} />}
      <TextField label="Patterns of series" value={patterns} onChange={setPatterns} />
      <Matches text={patterns} />
      <TextField label="Requests a minute" value={requests} isNumber onChange={setRequests} />
      <TextField label="Points an answer" value={points} isNumber onChange={setPoints} />
    </AccountDialog>
  );
}

function Matches({ text }: { readonly text: string }) {
  const [tried, setTried] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTried(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const patterns = patternsOf(tried);
  const key = patterns.length === 0 ? undefined : `matches ${patterns.join(' ')}`;
  const { data, error } = useOperatorRequest(key, (signal) =>
    operator.matches(patterns, { signal }),
  );
  const isOld = tried !== text;
  return (
    <p className="dim small" role="status">
      {key === undefined
        ? 'Patterns with * for any characters, such as de* no*.'
        : error
          ? error.message
          : data && !isOld
            ? `Matches ${formatCount(data.matches)} of ${formatCount(data.of)} series.`
            : 'Trying the patterns…'}
    </p>
  );
}
