// Alerts through SQL: the same for each engine.

import type { AlertStanding } from '#core/alerts/alert-state';
import { tellsOperatorsOnly } from '#core/alerts/condition';
import type { Instant } from '#core/time/instant';
import type {
  AlertChange,
  AlertReader,
  AlertRule,
  AlertSilence,
  AlertStateRow,
  AlertWriter,
  WrittenStep,
} from '#store/alert-store';
import * as sql from '#store/alerts/alert-statements';
import { foldCase } from '#store/search/search-text';
import type { SqlSession } from '#store/sql/sql-session';
import { FIND_SERIES_BY_KEY } from '#store/sql/statements';

type RuleRow = Omit<AlertRule, 'emails'> & { readonly emails: string };
type SilenceRow = Omit<AlertSilence, 'code'> & { readonly code: string };
type EventSeries = Pick<WrittenStep['series'], 'key' | 'code' | 'resolution' | 'area' | 'category'>;

const ruleOf = (row: RuleRow): AlertRule => ({ ...row, emails: JSON.parse(row.emails) });

/** All of a rule's series are written as the empty code. */
const ALL_SERIES = '';
/** The owner of an event that only operators are told of. */
const NO_USER = '';

export class SqlAlertReader implements AlertReader {
  protected readonly session: SqlSession;

  constructor(session: SqlSession) {
    this.session = session;
  }

  async listRules(): Promise<AlertRule[]> {
    return (await this.session.all<RuleRow>(sql.LIST_RULES)).map(ruleOf);
  }

  async findRule(id: string): Promise<AlertRule | undefined> {
    const [row] = await this.session.all<RuleRow>(sql.FIND_RULE, id);
    return row && ruleOf(row);
  }

  async listStates(ruleId?: string): Promise<AlertStateRow[]> {
    const rows = await (ruleId === undefined
      ? this.session.all<AlertStateRow>(sql.LIST_STATES)
      : this.session.all<AlertStateRow>(sql.LIST_STATES_OF, ruleId));
    return rows.map((row) => ({ ...row }));
  }

  async listSilences(ruleId?: string): Promise<AlertSilence[]> {
    const rows = await (ruleId === undefined
      ? this.session.all<SilenceRow>(sql.LIST_SILENCES)
      : this.session.all<SilenceRow>(sql.LIST_SILENCES_OF, ruleId));
    return rows.map(({ code, ...row }) => ({ ...row, code: code === ALL_SERIES ? null : code }));
  }

  async listChanges(ruleId: string, limit: number, before = 2 ** 31 - 1): Promise<AlertChange[]> {
    const rows = await this.session.all<AlertChange>(sql.LIST_CHANGES, ruleId, before, limit);
    return rows.map((row) => ({ ...row }));
  }

  async listMails(limit: number): Promise<AlertChange[]> {
    const rows = await this.session.all<AlertChange>(sql.LIST_MAILS, limit);
    return rows.map((row) => ({ ...row }));
  }
}

/** Used within one transaction of a writer. Its calls follow each other. */
export class SqlAlertWriter extends SqlAlertReader implements AlertWriter {
  async addRule(rule: AlertRule): Promise<boolean> {
    const { id, owner, name, condition, waitMs, emails, createdAt } = rule;
    const folded = foldCase(name);
    const taken = await this.session.all(sql.FIND_NAMED, folded, owner ?? '');
    if (taken.length > 0) return false;
    const texts = [id, owner, name, folded, condition];
    await this.session.run(sql.ADD_RULE, ...texts, waitMs, JSON.stringify(emails), createdAt);
    return true;
  }

  async removeRule(id: string, now: Instant): Promise<boolean> {
    const rule = await this.findRule(id);
    if (!rule) return false;
    const nowhere = { firstIndex: null, lastIndex: null, points: null };
    for (const { key, told } of await this.listStates(id)) {
      if (told !== 'firing') continue;
      const [series] = await this.session.all<EventSeries>(FIND_SERIES_BY_KEY, key);
      await this.#addEvent('resolved', rule, series!, now, nowhere);
    }
    for (const statement of sql.REMOVE_RULE) await this.session.run(statement, id);
    return true;
  }

  async putSilence({ ruleId, code, until, actor }: AlertSilence): Promise<void> {
    await this.session.run(sql.PUT_SILENCE, ruleId, code ?? ALL_SERIES, until, actor);
  }

  async removeSilence(ruleId: string, code: string | null): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_SILENCE, ruleId, code ?? ALL_SERIES)) > 0;
  }

  async writeStep({ rule, series, before, step, at, finding }: WrittenStep): Promise<boolean> {
    const { id } = rule;
    const { key, code } = series;
    const stored = await this.#findState(id, key);
    if (!isSame(stored, before) || !(await this.findRule(id))) return false;
    const { standing, change, message } = step;
    const { state, since, told } = standing;
    await this.session.run(sql.PUT_STATE, id, key, code, state, since, told);
    const { firstIndex, lastIndex, detail } = finding;
    const eventId = message ? await this.#addEvent(message, rule, series, at, finding) : null;
    const mailAt = message && rule.emails.length > 0 ? at : null;
    if (change) {
      const facts = [id, key, code, at, change, firstIndex, lastIndex, detail];
      await this.session.run(sql.ADD_CHANGE, ...facts, eventId, mailAt);
    } else if (message) {
      await this.session.run(sql.TELL_CHANGE, id, key, eventId, mailAt);
    }
    return true;
  }

  async noteMail(
    changeId: number,
    { mailAt, mailTries, mailNote }: Pick<AlertChange, 'mailAt' | 'mailTries' | 'mailNote'>,
  ): Promise<void> {
    await this.session.run(sql.NOTE_MAIL, changeId, mailAt, mailTries, mailNote);
  }

  async #findState(ruleId: string, key: number): Promise<AlertStanding | undefined> {
    const [row] = await this.session.all<AlertStateRow>(sql.FIND_STATE, ruleId, key);
    return row;
  }

  async #addEvent(
    message: 'firing' | 'resolved',
    { name, owner, condition }: AlertRule,
    { key, code, resolution, area, category }: EventSeries,
    at: Instant,
    {
      firstIndex,
      lastIndex,
      points,
    }: Pick<WrittenStep['finding'], 'firstIndex' | 'lastIndex' | 'points'>,
  ): Promise<number> {
    const series = [key, code, resolution, area, category];
    const where = [firstIndex, lastIndex, points];
    const audience = owner ?? (tellsOperatorsOnly(condition) ? NO_USER : null);
    await this.session.run(
      sql.ADD_ALERT_EVENT,
      `alert.${message}`,
      ...series,
      ...where,
      at,
      name,
      audience,
    );
    const [newest] = await this.session.all<{ id: number }>(sql.NEWEST_EVENT);
    return newest!.id;
  }
}

const isSame = (a: AlertStanding | undefined, b: AlertStanding | undefined): boolean =>
  a?.state === b?.state && a?.since === b?.since && a?.told === b?.told;
