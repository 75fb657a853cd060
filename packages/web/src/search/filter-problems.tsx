import type { FilterProblem } from './read-filter.ts';

const mostProblems = 3;

export interface FilterProblemsProps {
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
