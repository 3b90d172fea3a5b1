// Shown while data or code loads.

export const Loading = ({ className = 'dim' }: { readonly className?: string }) => (
  <p role="status" className={className}>
    Loading…
  </p>
);
