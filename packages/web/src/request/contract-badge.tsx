import type { ContractFinding } from '@hookwell/client';
import { noWidth } from '../signatures/signature-badge.tsx';
import { BracesIcon } from '../ui/icons.tsx';

type Verdict = ContractFinding['verdict'];

const tones: Readonly<Record<Verdict, string>> = {
  holds: 'bg-raised text-ok',
  differs: 'bg-danger-soft text-danger',
  none: 'bg-raised text-muted',
};

export const shapeWords: Readonly<Record<Verdict, string>> = {
  holds: 'shape holds',
  differs: 'shape differs',
  none: 'shape not compared',
};

interface ContractBadgeProps {
  verdict: Verdict;
  /** Whether it is a drawing alone. */
  isShort?: boolean;
}

/** The verdict on a body by the contract of its endpoint. Screen readers hear the words around it. */
export function ContractBadge({ verdict, isShort = false }: ContractBadgeProps) {
  const words = shapeWords[verdict];
  return (
    <span
      className={`inline-flex min-w-0 items-center rounded px-1 align-bottom text-xs/4.5 font-medium ${tones[verdict]}`}
      title={`The ${words}`}
    >
      {isShort && <BracesIcon className="size-3" />}
      <span className="truncate">{isShort ? noWidth : words}</span>
    </span>
  );
}
