import type { ReactNode } from 'react';
import type { AnswerKind } from './answer-kind.ts';

const diamond = <path d="M10 1.5 18.5 10 10 18.5 1.5 10z" />;
const square = <rect height="14" rx="2.5" width="14" x="3" y="3" />;

/** Each kind has a form and a sign of its own, since colours do not tell everybody. */
const shapes: Readonly<Record<AnswerKind, { colour: string; form: ReactNode; sign: ReactNode }>> = {
  accepted: {
    colour: 'text-ok',
    form: <circle cx="10" cy="10" r="7.75" />,
    sign: <path d="m6.5 10.3 2.4 2.4 4.6-5" />,
  },
  refused: { colour: 'text-danger', form: square, sign: <path d="M10 6.2v4.3m0 3v.01" /> },
  timeout: { colour: 'text-warn', form: diamond, sign: <path d="M10 6.3V10l2.4 1.6" /> },
  reset: { colour: 'text-warn', form: diamond, sign: <path d="m7.9 7.9 4.2 4.2m0-4.2-4.2 4.2" /> },
  waiting: {
    colour: 'text-accent',
    form: <circle cx="10" cy="10" r="7.75" />,
    sign: <path d="M6.6 10h.01m3.39 0h.01m3.39 0h.01" />,
  },
  truncate: { colour: 'text-warn', form: diamond, sign: <path d="M6.6 10h3.2m2 0h.01m2 0h.01" /> },
};

/** A mark for an answer. Words beside it say the same. */
export function AnswerShape({ kind }: { kind: AnswerKind }) {
  const { colour, form, sign } = shapes[kind];
  return (
    <svg
      aria-hidden="true"
      className={`size-5 shrink-0 ${colour}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
    >
      <g className="fill-surface" stroke="currentColor">
        {form}
      </g>
      <g className="stroke-current">{sign}</g>
    </svg>
  );
}
