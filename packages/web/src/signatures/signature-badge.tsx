import { ClockIcon } from '../ui/icons.tsx';
import {
  ShieldAbsentIcon,
  ShieldCheckIcon,
  ShieldCrossIcon,
  ShieldIcon,
} from '../ui/part-icons.tsx';
import type { Verdict } from './verdict-words.ts';

/** A character without a width: it keeps a drawing on the line of the words beside it. */
export const noWidth = '\u200b';

const looks = {
  valid: { Icon: ShieldCheckIcon, tone: 'bg-raised text-ok' },
  invalid: { Icon: ShieldCrossIcon, tone: 'bg-danger-soft text-danger' },
  missing: { Icon: ShieldAbsentIcon, tone: 'bg-warn-soft text-warn' },
  stale: { Icon: ClockIcon, tone: 'bg-warn-soft text-warn' },
  unverifiable: { Icon: ShieldIcon, tone: 'bg-raised text-muted' },
} as const;

/** The drawing of a verdict. */
export function VerdictIcon({ verdict, className }: { verdict: Verdict; className: string }) {
  const { Icon } = looks[verdict];
  return <Icon className={className} />;
}

interface SignatureBadgeProps {
  verdict: Verdict;
  /** Whether it is a drawing alone. */
  isShort?: boolean;
}

/** The verdict on a signature, as a drawing and a word. Screen readers hear the words around it. */
export function SignatureBadge({ verdict, isShort = false }: SignatureBadgeProps) {
  const { tone } = looks[verdict];
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-0.5 rounded px-1 align-bottom text-xs/4.5 font-medium ${tone}`}
      title={`Signature ${verdict}`}
    >
      <VerdictIcon className="size-3" verdict={verdict} />
      <span className="truncate">{isShort ? noWidth : `signature ${verdict}`}</span>
    </span>
  );
}
