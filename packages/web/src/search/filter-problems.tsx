import type { FilterProblem } from './read-filter.ts';

const mostProblems = 3;

export interface FilterProblemsProps {
  id: string;
  problems: readonly FilterProblem[];
  /** Selects the word in the field. */
  onSelect: (problem: FilterProblem) => void;
}

/** A sentence about each word of the filter that makes no sense. A word that is only unfinished is told quietly. */
export function FilterProblems({ id, problems, onSelect }: FilterProblemsProps) {
  return (
    <div className="text-xs" id={id} role="status">
      {problems.slice(0, mostProblems).map((problem) => (
        <button
          className={`block w-full px-1 pt-1 text-left hover:underline ${problem.isUnfinished ? 'text-muted' : 'text-warn'}`}
          key={problem.start}
          onClick={() => onSelect(problem)}
          title="Select this word"
          type="button"
        >
          {problem.message}.
        </button>
      ))}
    </div>
  );
}
