// What the server says to a write that it refuses, in the form that sent it.

export function RefusedWrite({ error }: { readonly error: Error | undefined }) {
  if (!error) return null;
  return (
    <p className="notice bad" role="alert">
      {error.message}
    </p>
  );
}
