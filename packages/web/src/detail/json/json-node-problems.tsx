import { ProblemText } from '../../request/problem-text.tsx';
import { WarningIcon } from '../../ui/icons.tsx';

interface NodeProblemsProps {
  problems: readonly string[] | undefined;
  /** How much is wrong with the values inside, which are not seen. */
  insideCount: number;
}

const look =
  'ml-2 inline-flex items-center gap-1 rounded px-1.5 font-sans text-xs/5 font-medium bg-danger-soft text-danger';

/** What is wrong with a node, behind its value. */
export function NodeProblems({ problems = [], insideCount }: NodeProblemsProps) {
  return (
    <>
      {problems.map((problem) => (
        <span className={look} key={problem}>
          <WarningIcon className="size-3" />
          <ProblemText problem={problem} />
        </span>
      ))}
      {insideCount > 0 && (
        <span className={look}>
          <WarningIcon className="size-3" />
          {insideCount === 1 ? '1 difference inside' : `${insideCount} differences inside`}
        </span>
      )}
    </>
  );
}
