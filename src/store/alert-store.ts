// Alerts as every store keeps them: rules, their states, what changed, and silences. store.ts says what is common
// to all methods.

import type { AlertStanding, AlertStep } from '#core/alerts/alert-state';
import type { Instant } from '#core/time/instant';
import type { SeriesDefinition, SeriesKey } from '#store/series-record';

export interface AlertRule {
  readonly id: string;
  /** The user whose rule it is; null: a rule of the operators. */
  readonly owner: string | null;
  /** Unique among the rules of an owner, without regard to case. */
  readonly name: string;
  readonly condition: string;
  /** How long the condition is pending before the rule fires. */
  readonly waitMs: number;
  readonly emails: readonly string[];
  readonly createdAt: Instant;
}

/** A rule's state for one series. A series without a row is ok. */
export interface AlertStateRow extends AlertStanding {
  readonly ruleId: string;
  readonly key: SeriesKey;
  readonly code: string;
}

export interface AlertSilence {
  readonly ruleId: string;
  /** The only series that is silenced; null: all of the rule. */
  readonly code: string | null;
  /** First instant after it. */
  readonly until: Instant;
  /** The user who made it. */
  readonly actor: string;
}

/** One change of state to firing or back. */
export interface AlertChange {
  readonly id: number;
  readonly ruleId: string;
  readonly key: SeriesKey;
  readonly code: string;
  readonly at: Instant;
  readonly kind: 'firing' | 'resolved';
  /** The first and the last interval that fulfilled the condition; null if the change has none. */
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  readonly detail: string;
  /** Its event in the log of changes; null if it was silenced. */
  readonly eventId: number | null;
  /** When its e-mail is due; null: none is. */
  readonly mailAt: Instant | null;
  readonly mailTries: number;
  /** What became of the e-mail; null: nothing yet, or it has none. */
  readonly mailNote: string | null;
}

/** A step of a rule for a series, as it is written: all of it or nothing. */
export interface WrittenStep {
  readonly rule: AlertRule;
  readonly series: SeriesDefinition & { readonly key: SeriesKey };
  /** The standing that the step was made from. */
  readonly before: AlertStanding | undefined;
  readonly step: AlertStep;
  readonly at: Instant;
  readonly finding: Pick<AlertChange, 'firstIndex' | 'lastIndex' | 'detail'> & {
    readonly points: number | null;
  };
}

export interface AlertReader {
  /** All rules, the operators' first, each owner's in order of name. */
  listRules(): Promise<AlertRule[]>;
  findRule(id: string): Promise<AlertRule | undefined>;
  /** The states of a rule, or of all, by rule and code. */
  listStates(ruleId?: string): Promise<AlertStateRow[]>;
  /** The silences of a rule, or of all. Those that are over may be among them. */
  listSilences(ruleId?: string): Promise<AlertSilence[]>;
  /** Changes of a rule, newest first: at most `limit`, with numbers below `before`. */
  listChanges(ruleId: string, limit: number, before?: number): Promise<AlertChange[]>;
  /** Changes whose e-mail was not sent yet, oldest first. */
  listMails(limit: number): Promise<AlertChange[]>;
}

export interface AlertWriter extends AlertReader {
  /** Resolves to false if the owner has a rule of that name. */
  addRule(rule: AlertRule): Promise<boolean>;
  /**
   * Removes a rule with its states, history and silences. Each series that was told to be firing is told to be
   * resolved. Resolves to false if no such rule is stored.
   */
  removeRule(id: string, now: Instant): Promise<boolean>;
  /** Sets a silence, in place of the one before of the same rule and series. */
  putSilence(silence: AlertSilence): Promise<void>;
  /** Resolves to false if there was none. */
  removeSilence(ruleId: string, code: string | null): Promise<boolean>;
  /**
   * Compare-and-set: writes a step's state, its change and its event together. False, and nothing is written, if
   * the rule is gone or its state for the series is not `before`.
   */
  writeStep(step: WrittenStep): Promise<boolean>;
  /** Writes what became of an e-mail: `mailAt` null ends it. */
  noteMail(
    changeId: number,
    mail: Pick<AlertChange, 'mailAt' | 'mailTries' | 'mailNote'>,
  ): Promise<void>;
}
