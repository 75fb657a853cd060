import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { FilterProblem } from './read-filter.ts';

export interface FilterMarksProps {
  /** The field whose words are marked. It has the same place and font. */
  input: RefObject<HTMLInputElement | null>;
  text: string;
  /** In the order of their places. */
  problems: readonly FilterProblem[];
  /** The distance of its text from the edges of the field. */
  className: string;
}

/** Underlines the words of the filter that make no sense, in a layer below its field. */
export function FilterMarks({ input, text, problems, className }: FilterMarksProps) {
  const layer = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    const follow = () => {
      if (layer.current !== null && field !== null) {
        layer.current.style.transform = `translateX(${-field.scrollLeft}px)`;
      }
    };
    follow();
    field?.addEventListener('scroll', follow);
    return () => field?.removeEventListener('scroll', follow);
  });
  const pieces = problems.flatMap(({ start, end }, index) => {
    const from = Math.max(start, problems[index - 1]?.end ?? 0);
    return [
      text.slice(problems[index - 1]?.end ?? 0, from),
      <mark
        className="bg-transparent text-transparent underline decoration-warn decoration-wavy underline-offset-3"
        key={start}
      >
        {text.slice(from, end) || ' '}
      </mark>,
    ];
  });
  return (
    <span
      aria-hidden="true"
      className={`drawn pointer-events-none absolute inset-y-0 overflow-hidden text-[0.8125rem] leading-9 whitespace-pre text-transparent ${className}`}
      data-marks
    >
      <span className="inline-block" ref={layer}>
        {pieces}
      </span>
    </span>
  );
}
