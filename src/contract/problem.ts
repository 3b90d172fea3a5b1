// The shape of every refusal: RFC 9457 problem details, or that of Prometheus for tools that expect it.

import { type Static, Type } from '#contract/schema';
import type { RefusalCode } from '#core/refusal-table';

export const FieldFaultSchema = Type.Object(
  {
    field: Type.String({ examples: ['FromDateTime'] }),
    message: Type.String(),
    allowed: Type.Optional(Type.Array(Type.String())),
  },
  { description: 'One field at fault' },
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ examples: ['/errors#date_unknown'] }),
    title: Type.String({ examples: ['Not a date or date keyword'] }),
    status: Type.Integer({ examples: [400] }),
    detail: Type.String({
      examples: ['FromDateTime: unknown date or keyword "todya" (did you mean today?)'],
    }),
    code: Type.String({ examples: ['date_unknown'] }),
    requestId: Type.String({ examples: ['01J9Z6W3K2'] }),
    errors: Type.Optional(Type.Array(FieldFaultSchema)),
  },
  { description: 'Why a request was refused (application/problem+json)' },
);

export type Problem = Static<typeof ProblemSchema>;

export const PrometheusErrorSchema = Type.Object(
  {
    status: Type.String({ examples: ['error'] }),
    errorType: Type.String({ examples: ['bad_data'] }),
    error: Type.String({ examples: ['query: the function "rate" is not understood'] }),
    code: Type.String({ examples: ['field_invalid'] }),
    requestId: Type.String({ examples: ['01J9Z6W3K2'] }),
  },
  { description: 'Why a request was refused, in the shape of Prometheus' },
);

/** What a problem document names in `code`. Later versions may add to them. */
export type ProblemCode = RefusalCode;
