// The rule of a series: its bounds, and what they would have held of the last year while they are typed.

import { type FormEvent, Fragment, useEffect, useState } from 'react';
import type { OperatorSeries } from '#contract/operator';
import type { RuleBody } from '#contract/operator-review';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { formatCount, formatValue } from '#view/values/value-text';

const BOUNDS = { minimum: 'Lowest', maximum: 'Highest', largestStep: 'Largest step' } as const;
type Bound = keyof typeof BOUNDS;
const NAMES = Object.keys(BOUNDS) as Bound[];
type Draft = Readonly<Record<Bound, string>>;

/** How long typing rests before the rule is tried. */
const REST_MS = 400;

export function RuleEditor({ code }: { readonly code: string }) {
  const [changes, setChanges] = useState(0);
  const series = useOperatorRequest(`series ${code} ${changes}`, (signal) =>
    operator.series(code, { signal }),
  );
  const { mayOperate } = useRights();
  const { data, error } = series;
  return (
    <section className="card" aria-labelledby="operator-rule">
      <h2 id="operator-rule">Rule of {code}</h2>
      {error && <Problem error={error} onRetry={series.retry} />}
      {!data && !error && <Loading />}
      {data && !mayOperate && <RuleFacts series={data} />}
      {data && mayOperate && (
        <RuleForm
          key={JSON.stringify(data.rule)}
          series={data}
          onChanged={() => setChanges(changes + 1)}
        />
      )}
    </section>
  );
}

function RuleFacts({ series }: { readonly series: OperatorSeries }) {
  const { rule, unit } = series;
  if (!rule) return <p className="dim">The series has no rule.</p>;
  return (
    <dl className="operator-facts">
      {NAMES.map((name) => (
        <Fragment key={name}>
          <dt>{BOUNDS[name]}</dt>
          <dd>{rule[name] === null ? 'not bounded' : `${formatValue(rule[name])} ${unit}`}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const draftOf = ({ rule }: OperatorSeries): Draft => ({
  minimum: String(rule?.minimum ?? ''),
  maximum: String(rule?.maximum ?? ''),
  largestStep: String(rule?.largestStep ?? ''),
});

/** The rule of a draft; undefined if a bound is no number or none is given. */
function ruleOf(draft: Draft): RuleBody | undefined {
  const bounds = NAMES.map((name) => [name, readBound(draft[name])] as const);
  const isGood = bounds.every(([, bound]) => bound === null || Number.isFinite(bound));
  if (!isGood || bounds.every(([, bound]) => bound === null)) return undefined;
  return Object.fromEntries(bounds);
}

const readBound = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'));

interface RuleFormProps {
  readonly series: OperatorSeries;
  readonly onChanged: () => void;
}

function RuleForm({ series, onChanged }: RuleFormProps) {
  const { seriesId: code, unit } = series;
  const [draft, setDraft] = useState(() => draftOf(series));
  const action = useAction();
  const rule = ruleOf(draft);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (rule) action.run(() => operator.setRule(code, rule), onChanged);
  };
  return (
    <form className="operator-rule" onSubmit={onSubmit}>
      <div className="operator-fields">
        {NAMES.map((name) => (
          <div className="field" key={name}>
            <label htmlFor={`rule-${name}`}>
              {BOUNDS[name]} ({unit})
            </label>
            <input
              id={`rule-${name}`}
              inputMode="decimal"
              autoComplete="off"
              value={draft[name]}
              onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
            />
          </div>
        ))}
      </div>
      <Trial code={code} rule={rule} />
      {action.error && <Problem error={action.error} onRetry={onChanged} />}
      <div className="operator-actions">
        <button type="submit" className="button primary" disabled={!rule || action.isBusy}>
          Set the rule
        </button>
        {series.rule && (
          <button
            type="button"
            className="button"
            onClick={() => action.run(() => operator.removeRule(code), onChanged)}
          >
            Remove it
          </button>
        )}
      </div>
    </form>
  );
}

/** What the rule would have held, once typing rests. */
function Trial({ code, rule }: { readonly code: string; readonly rule: RuleBody | undefined }) {
  const wanted = rule && JSON.stringify(rule);
  const [tried, setTried] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setTried(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const trial = useOperatorRequest(tried && `trial ${code} ${tried}`, (signal) =>
    operator.tryRule(code, JSON.parse(tried!), { signal }),
  );
  const { data, error } = trial;
  return (
    <p className="dim" role="status">
      {textOf()}
    </p>
  );

  function textOf(): string {
    if (!wanted) return 'Give a number in at least one field.';
    if (error) return error.message;
    if (!data || trial.isLoading || wanted !== tried) return 'Trying the rule…';
    if (data.checked === 0) return 'The series has no values to try the rule on.';
    return `This rule would have held ${formatCount(data.held)} of the ${formatCount(data.checked)} values of the last year.`;
  }
}
