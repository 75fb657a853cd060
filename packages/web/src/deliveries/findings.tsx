import type { Finding } from '@hookwell/verdict';
import { CheckIcon, ClockIcon, CloseIcon } from '../ui/icons.tsx';
import { RequestLink } from './request-link.tsx';

/** Of more requests than these the first are linked. */
const mostLinks = 6;

interface FindingsProps {
  token: string;
  findings: readonly Finding[];
  /** Whether the sender has finished, so that nothing can change any more. */
  isOver: boolean;
}

/** The judgement on each expectation, with its reason and the requests that it rests on. */
export function Findings({ token, findings, isOver }: FindingsProps) {
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => (
        <li className="flex gap-2 py-2" key={finding.expectation}>
          <FindingIcon finding={finding} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-medium wrap-anywhere">{finding.expectation}</code>
              <span className={`text-xs font-medium ${toneOf(finding)}`}>
                {wordsFor(finding, isOver)}
              </span>
            </p>
            <p className="text-xs text-muted wrap-anywhere">{finding.sentence}</p>
            <Links ids={finding.requestIds} token={token} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Links({ ids, token }: { ids: readonly number[]; token: string }) {
  if (ids.length === 0) return null;
  const rest = ids.length - mostLinks;
  return (
    <p className="flex flex-wrap gap-x-2 text-xs [&>a]:min-w-6 [&>a]:py-1">
      {ids.slice(0, mostLinks).map((id) => (
        <RequestLink id={id} key={id} token={token} />
      ))}
      {rest > 0 && <span className="py-1 text-muted">and {rest} more</span>}
    </p>
  );
}

function FindingIcon({ finding: { holds, isKnown } }: { finding: Finding }) {
  if (holds) return <CheckIcon className="mt-0.5 size-4 text-ok" />;
  if (isKnown) return <CloseIcon className="mt-0.5 size-4 text-danger" />;
  return <ClockIcon className="mt-0.5 size-4 text-muted" />;
}

function toneOf({ holds, isKnown }: Finding): string {
  if (holds) return 'text-ok';
  return isKnown ? 'text-danger' : 'text-muted';
}

function wordsFor({ holds, isKnown, isFinal }: Finding, isOver: boolean): string {
  const soFar = isFinal || isOver ? '' : ' so far';
  if (holds) return `Holds${soFar}`;
  if (isKnown) return `Failed${soFar}`;
  return isOver ? 'Undecided' : 'Undecided so far';
}
