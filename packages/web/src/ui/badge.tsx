import type { ReactNode } from 'react';

const tones = {
  plain: 'bg-raised text-muted',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

export interface BadgeProps {
  tone?: keyof typeof tones;
  children: ReactNode;
}

/** A word or a number in a small coloured field. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={`inline-flex items-center rounded px-1.5 text-xs font-medium ${tones[tone]}`}>
      {children}
    </span>
  );
}
