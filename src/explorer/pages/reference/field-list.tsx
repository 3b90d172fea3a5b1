// The parameters and body fields of an operation.

import { InlineText } from '#explorer/pages/reference/inline-text.tsx';
import type { Field } from '#explorer/pages/reference/read-openapi.ts';
import '#explorer/pages/reference/field-list.css';

const PARTS: readonly { part: Field['part']; title: string }[] = [
  { part: 'path', title: 'In the path' },
  { part: 'query', title: 'In the query' },
  { part: 'body', title: 'In the body (JSON)' },
];

export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return PARTS.map(({ part, title }) => {
    const found = fields.filter((field) => field.part === part);
    return found.length === 0 ? null : <FieldTable key={part} title={title} fields={found} />;
  });
}

function FieldTable({
  title,
  fields,
}: {
  readonly title: string;
  readonly fields: readonly Field[];
}) {
  return (
    <table className="reference-fields">
      <caption>{title}</caption>
      <colgroup>
        <col className="reference-name-column" />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ field }: { readonly field: Field }) {
  const { name, type, isRequired, meaning, example } = field;
  const shown = typeof example === 'string' ? example : JSON.stringify(example);
  return (
    <tr>
      <th scope="row">
        <code className="reference-name">{name}</code>
        <span className="reference-type">{type}</span>
        {isRequired && <span className="reference-required">required</span>}
      </th>
      <td>
        <InlineText text={meaning} />
        {shown !== undefined && shown !== '' && (
          <span className="reference-example">
            Example: <code>{shown}</code>
          </span>
        )}
      </td>
    </tr>
  );
}
