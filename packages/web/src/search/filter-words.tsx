import { parseLocalInstant } from '@hookwell/core/match/text/times';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { ageUnits } from '../ui/format.ts';
import { CloseIcon } from '../ui/icons.tsx';
import { formatMoment } from '../ui/moment.ts';
import type { FilterProblem, TimeWord } from './filter-text.ts';

const mostProblems = 3;

interface FilterProblemsProps {
  id: string;
  problems: readonly FilterProblem[];
  isQuiet: (problem: FilterProblem) => boolean;
  /** The colour of the others. */
  loudly: 'text-warn' | 'text-danger';
  /** Selects the word in the field. */
  onSelect: (problem: FilterProblem) => void;
}

/** A sentence about each word of the filter that makes no sense. */
export function FilterProblems(props: FilterProblemsProps) {
  const { id, problems, isQuiet, loudly, onSelect } = props;
  return (
    <div className="text-xs" id={id} role="status">
      {problems.slice(0, mostProblems).map((problem) => (
        <button
          className={`block w-full pt-1 text-left hover:underline ${isQuiet(problem) ? 'text-muted' : loudly}`}
          key={problem.start}
          onClick={() => onSelect(problem)}
          title="Select this word"
          type="button"
        >
          {problem.message}
          {/[.:]$/.test(problem.message) ? '' : '.'}
        </button>
      ))}
    </div>
  );
}

interface FilterMarksProps {
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

const units: typeof ageUnits = { ...ageUnits, w: 'week' };

/** A word about the time of arrival, for people: `Last 15 minutes`, `Since 22 Nov 2026, 00:00 CET`. */
function timeWords({ operator, value }: TimeWord): string {
  const isSince = operator.startsWith('>');
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/i.exec(value) ?? [];
  const name = units[unit.toLowerCase()];
  if (count !== undefined && name !== undefined) {
    const age = count === '1' ? name : `${count} ${name}s`;
    return isSince ? `Last ${age}` : `Older than ${count === '1' ? `1 ${name}` : age}`;
  }
  return `${isSince ? 'Since' : 'Before'} ${momentWords(value)}`;
}

function momentWords(value: string): string {
  const time = parseLocalInstant(value);
  return time === undefined ? value : formatMoment(time);
}

/** The ranges of time in the filter, in words. Each can be removed. */
export function TimeChips({
  times,
  onRemove,
}: {
  times: readonly TimeWord[];
  onRemove: (time: TimeWord) => void;
}) {
  if (times.length === 0) return null;
  return (
    <ul aria-label="Time of arrival" className="flex flex-wrap gap-1 pt-1.5">
      {times.map((time) => {
        const words = timeWords(time);
        return (
          <li
            className="flex items-center gap-1 rounded-full bg-accent-soft pl-2.5 text-xs"
            key={time.start}
          >
            {words}
            <button
              aria-label={`Remove: ${words}`}
              className="inline-flex size-6 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-text"
              onClick={() => onRemove(time)}
              title="Remove"
              type="button"
            >
              <CloseIcon className="size-3" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
