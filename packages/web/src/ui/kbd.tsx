import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded border border-line bg-raised px-1.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}
