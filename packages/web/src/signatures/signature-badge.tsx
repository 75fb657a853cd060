import { ClockIcon } from '../ui/icons.tsx';
import {
  ShieldAbsentIcon,
  ShieldCheckIcon,
  ShieldCrossIcon,
  ShieldIcon,
} from '../ui/part-icons.tsx';
import type { Verdict } from './verdict-words.ts';

/** A character without a width: it keeps a drawing on the line of the words beside it. */
const noWidth = '\u200b';

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
  /** A valid signature is a drawing alone, so that others stand out. */
  isShort?: boolean;
}

/** The verdict on a signature, as a drawing and a word. Screen readers hear the words around it. */
export function SignatureBadge({ verdict, isShort = false }: SignatureBadgeProps) {
  const { tone } = looks[verdict];
  const isDrawing = isShort && verdict === 'valid';
  return (
    <span
      className={`inline-flex items-center gap-0.5 rounded px-1 align-bottom text-xs/4.5 font-medium ${tone}`}
      title={`Signature ${verdict}`}
    >
      <VerdictIcon className="size-3" verdict={verdict} />
      {isDrawing ? noWidth : `signature ${verdict}`}
    </span>
  );
}
