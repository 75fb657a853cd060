import type { ContractFinding } from '@hookwell/client';

type Verdict = ContractFinding['verdict'];

const tones: Readonly<Record<Verdict, string>> = {
  holds: 'bg-raised text-ok',
  differs: 'bg-danger-soft text-danger',
  none: 'bg-raised text-muted',
};

const shapeWords: Readonly<Record<Verdict, string>> = {
  holds: 'shape holds',
  differs: 'shape differs',
  none: 'shape not compared',
};

/** The verdict on a body by the contract of its endpoint. Screen readers hear the words around it. */
export function ContractBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span
      className={`inline-block rounded px-1 align-bottom text-xs/4.5 font-medium ${tones[verdict]}`}
      title={`Contract ${verdict}`}
    >
      {shapeWords[verdict]}
    </span>
  );
}
