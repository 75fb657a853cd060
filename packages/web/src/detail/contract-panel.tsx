import type { CapturedRequestSummary, ContractFinding } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { useLabel } from '../labels/use-labels.ts';
import { ContractBadge, shapeWords } from '../request/badges.tsx';
import { ProblemText } from '../request/shown-text.tsx';
import { useMayChange } from '../session/session.ts';
import { textLink } from '../ui/controls.tsx';

interface ContractPanelProps {
  summary: CapturedRequestSummary;
  contract: ContractFinding;
  /** Of its endpoint, if that is still there. */
  token: string | undefined;
}

/** The verdict on a body by what is pinned for its event, and all that differs. */
export function ContractPanel({ summary, contract, token }: ContractPanelProps) {
  const { verdict, differences = [], reason } = contract;
  const { event } = useLabel(summary);
  const mayChange = useMayChange();
  const differs = verdict === 'differs';
  return (
    <section
      aria-label="Pinned shape"
      className={`basis-full text-xs wrap-anywhere ${differs ? 'rounded-lg border border-line bg-raised px-3 py-2' : ''}`}
    >
      <p className="text-muted">
        <VerdictLink token={token} verdict={verdict} />{' '}
        {verdict === 'holds' && 'The body fits the pinned shape of its event.'}
        {verdict === 'none' && <ProblemText problem={reason ?? 'The body was not compared.'} />}
        {differs && 'This request differs from the pinned shape of its event:'}
      </p>
      {differs && (
        <ul className="mt-1 list-disc pl-4 text-[0.8125rem]">
          {differences.map(({ path, problem }) => (
            <li key={`${path} ${problem}`}>
              <ProblemText path={path} problem={problem} />
            </li>
          ))}
        </ul>
      )}
      {differs && token !== undefined && event !== undefined && (
        <p className="mt-1 text-muted">
          {mayChange && 'If the sender means it so, pin the new shape. '}
          <Link
            className={textLink}
            params={{ token }}
            search={{ event }}
            to="/endpoints/$token/events"
          >
            See the event
          </Link>
        </p>
      )}
    </section>
  );
}

/** The verdict as the way to all requests with the same. */
function VerdictLink({
  token,
  verdict,
}: Pick<ContractPanelProps, 'token'> & Pick<ContractFinding, 'verdict'>) {
  if (token === undefined) return <ContractBadge verdict={verdict} />;
  return (
    <Link
      aria-label={`${shapeWords[verdict]}: show all such requests`}
      className="mr-1.5 inline-flex min-h-6 items-center rounded align-middle hover:opacity-80"
      params={{ token }}
      search={{ filter: `contract=${verdict}` }}
      title="Show all such requests"
      to="/endpoints/$token"
    >
      <ContractBadge verdict={verdict} />
    </Link>
  );
}
