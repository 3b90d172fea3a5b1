// Held values: the list, the chosen one among its neighbours, and the review by mouse or keyboard.

import { useState } from 'react';
import type { HeldSpan } from '#client/operator-client';
import type { HeldEntry } from '#contract/operator-review';
import { HeldChart } from '#explorer/pages/operator/held-chart.tsx';
import { HeldList } from '#explorer/pages/operator/held-list.tsx';
import { ConfirmDialog } from '#explorer/pages/operator/parts/confirm-dialog.tsx';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { RuleEditor } from '#explorer/pages/operator/parts/rule-editor.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { useHeldKeys } from '#explorer/pages/operator/use-held-keys.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import type { View } from '#view/address/address';

const SERIES: View = { page: 'operator', part: 'series' };

export function HeldPart() {
  const [reviews, setReviews] = useState(0);
  const held = useOperatorRequest(`held ${reviews}`, (signal) => operator.held({ signal }));
  const { data, error } = held;
  if (error && !data) return <Problem error={error} onRetry={held.retry} />;
  if (!data) return <Loading />;
  if (data.length === 0) {
    return (
      <section className="card">
        <h2>Nothing is held</h2>
        <p className="dim">
          A value that the rule of its series does not allow is put aside and shown here. Operators
          set rules with <code>gridtide rule set</code>, or under{' '}
          <ViewLink to={SERIES}>Series</ViewLink>.
        </p>
      </section>
    );
  }
  return <HeldReview held={data} onReviewed={() => setReviews((count) => count + 1)} />;
}

interface HeldReviewProps {
  readonly held: readonly HeldEntry[];
  readonly onReviewed: () => void;
}

type Verdict = 'accept' | 'reject';

function HeldReview({ held, onReviewed }: HeldReviewProps) {
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState<Verdict>();
  const action = useAction();
  const { mayOperate } = useRights();
  const position = Math.min(at, held.length - 1);
  const chosen = held[position]!;
  const ofSeries = held.filter(({ series }) => series === chosen.series);
  const review = (verdict: Verdict, span: HeldSpan): void => {
    const act = verdict === 'accept' ? operator.acceptHeld : operator.rejectHeld;
    action.run(() => act.call(operator, chosen.series, span), onReviewed);
  };
  const one = { from: chosen.time, to: chosen.time };
  const accept = () => review('accept', one);
  const reject = () => review('reject', one);
  const move = (by: number) => setAt(Math.max(0, Math.min(held.length - 1, position + by)));
  const moves = { j: () => move(1), k: () => move(-1) };
  useHeldKeys(mayOperate ? { ...moves, a: accept, r: reject } : moves);
  return (
    <div className="operator-held">
      <HeldList held={held} chosen={position} onChoose={setAt} />
      <div className="operator-review">
        <section className="card" aria-label="The held value among its neighbours">
          <HeldChart held={ofSeries} chosen={chosen} />
          <p>{chosen.reason}</p>
          {mayOperate && (
            <ReviewButtons
              series={chosen.series}
              count={ofSeries.length}
              onReview={(verdict) => review(verdict, one)}
              onReviewAll={setAsked}
            />
          )}
          {action.error && <Problem error={action.error} onRetry={onReviewed} />}
        </section>
        <RuleEditor key={chosen.series} code={chosen.series} />
      </div>
      {asked && (
        <ReviewAllDialog
          verdict={asked}
          series={chosen.series}
          count={ofSeries.length}
          onClose={(isConfirmed) => {
            setAsked(undefined);
            if (isConfirmed) review(asked, { all: true });
          }}
        />
      )}
    </div>
  );
}

interface ReviewButtonsProps {
  readonly series: string;
  /** How many values of the series are held. */
  readonly count: number;
  readonly onReview: (verdict: Verdict) => void;
  readonly onReviewAll: (verdict: Verdict) => void;
}

function ReviewButtons({ series, count, onReview, onReviewAll }: ReviewButtonsProps) {
  return (
    <div className="operator-actions">
      <button type="button" className="button primary" onClick={() => onReview('accept')}>
        Accept <kbd>a</kbd>
      </button>
      <button type="button" className="button" onClick={() => onReview('reject')}>
        Reject <kbd>r</kbd>
      </button>
      <button type="button" className="button quiet" onClick={() => onReviewAll('accept')}>
        Accept all {count} of {series}
      </button>
      <button type="button" className="button quiet" onClick={() => onReviewAll('reject')}>
        Reject all {count}
      </button>
    </div>
  );
}

interface ReviewAllDialogProps {
  readonly verdict: Verdict;
  readonly series: string;
  readonly count: number;
  readonly onClose: (isConfirmed: boolean) => void;
}

function ReviewAllDialog({ verdict, series, count, onClose }: ReviewAllDialogProps) {
  const word = verdict === 'accept' ? 'Accept' : 'Reject';
  return (
    <ConfirmDialog
      title={`${word} all held values of ${series}?`}
      action={`${word} all`}
      onClose={onClose}
    >
      <p>
        {verdict === 'accept'
          ? `${count} values are written in spite of the rule.`
          : `${count} values are forgotten. What is stored stays.`}
      </p>
    </ConfirmDialog>
  );
}
