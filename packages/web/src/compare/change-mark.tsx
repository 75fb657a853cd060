import type { Change } from './compare-pairs.ts';

const marks: Readonly<Record<Change, { sign: string; word: string; className: string }>> = {
  same: { sign: '', word: 'same', className: '' },
  changed: { sign: '~', word: 'changed', className: 'bg-warn-soft text-warn' },
  added: { sign: '+', word: 'only in B', className: 'bg-accent-soft text-ok' },
  removed: { sign: '−', word: 'only in A', className: 'bg-danger-soft text-danger' },
};

/** Marks a change by a sign and, for screen readers, a word. */
export function ChangeMark({ change, isMuted = false }: { change: Change; isMuted?: boolean }) {
  const { sign, word, className } = marks[change];
  if (change === 'same') return <span className="inline-block w-4 shrink-0" />;
  const tone = isMuted ? 'bg-raised text-muted' : className;
  return (
    <span
      className={`inline-flex size-4 shrink-0 items-center justify-center rounded-sm font-mono text-xs font-bold ${tone}`}
      title={isMuted ? `${word}; new in every request` : word}
    >
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{isMuted ? `${word}, volatile` : word}</span>
    </span>
  );
}
