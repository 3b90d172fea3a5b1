// What the operator of a new server does first.

import '#explorer/parts/first-steps.css';

export const FirstSteps = ({ commands }: { readonly commands: readonly string[] }) => (
  <div className="card first-steps">
    <h2>First steps</h2>
    <p className="small">This server is new. Its operator types, with the server’s STORE:</p>
    <pre className="small first-steps-commands">
      <code>{commands.join('\n')}</code>
    </pre>
  </div>
);
