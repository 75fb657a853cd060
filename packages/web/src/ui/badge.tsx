import type { ReactNode } from 'react';

const tones = {
  plain: 'bg-raised text-muted',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

interface BadgeProps {
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

const colours: ReadonlyMap<string, string> = new Map([
  ['GET', 'text-get'],
  ['HEAD', 'text-get'],
  ['POST', 'text-post'],
  ['PUT', 'text-put'],
  ['PATCH', 'text-patch'],
  ['DELETE', 'text-delete'],
]);

interface MethodBadgeProps {
  method: string;
  className?: string;
  /** The class of its size. */
  size?: string;
}

/** The method of a captured request in its colour. Senders may invent long methods, which are cut off. */
export function MethodBadge({ method, className = '', size = 'text-xs' }: MethodBadgeProps) {
  return (
    <span
      className={`truncate font-mono font-semibold ${size} ${colours.get(method) ?? 'text-other'} ${className}`}
      title={method}
    >
      {method}
    </span>
  );
}
