// A refused request as a value that is thrown. refusal-table.ts lists the codes.

import type { RefusalCode } from '#core/refusal-table';

/** One field at fault: what is wrong with it and, if that helps, what is allowed. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly allowed?: readonly string[];
}

export interface RefusalExtras {
  readonly faults?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refused request: expected, explained, and never a defect of the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly faults: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, detail: string, extras: RefusalExtras = {}) {
    super(detail, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.faults = extras.faults ?? [];
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** Makes a refusal that blames one field; the detail repeats the field's name. */
export function refuseField(
  code: RefusalCode,
  field: string,
  message: string,
  allowed?: readonly string[],
): Refusal {
  return new Refusal(code, `${field}: ${message}`, {
    faults: [allowed ? { field, message, allowed } : { field, message }],
  });
}
