// A small lock, for what lies outside the user's plan.

export const LockIcon = ({ className }: { readonly className: string }) => (
  <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <rect x="3" y="7" width="10" height="7" rx="1.6" fill="currentColor" />
  </svg>
);
