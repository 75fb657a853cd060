import type { Endpoint } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import { AnswerBadge, isAccepted } from '../request/badges.tsx';
import { buttonClass } from '../ui/controls.tsx';
import { CheckIcon, WarningIcon } from '../ui/icons.tsx';
import type { TestAnswer } from './send-test-request.ts';

export type Sending =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'answered'; answer: TestAnswer }
  | { kind: 'failed'; sentence: string };

interface TestAnswerViewProps {
  sending: Sending;
  endpoint: Endpoint;
  /** Called when the user follows the link to the captured request. */
  onLeave: () => void;
}

/** The outcome of a test request. Screen readers read every change. */
export function TestAnswerView({ sending, endpoint, onLeave }: TestAnswerViewProps) {
  return (
    <div aria-live="polite" className="min-w-0 grow">
      {sending.kind === 'sending' && <p className="text-muted">Sending…</p>}
      {sending.kind === 'failed' && (
        <p className="flex items-start gap-2 text-danger">
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          {sending.sentence}
        </p>
      )}
      {sending.kind === 'answered' && (
        <Answered answer={sending.answer} endpoint={endpoint} onLeave={onLeave} />
      )}
    </div>
  );
}

function Answered({
  answer,
  endpoint,
  onLeave,
}: {
  answer: TestAnswer;
  endpoint: Endpoint;
  onLeave: () => void;
}) {
  const { isStored, id, message, milliseconds } = answer;
  const status = String(answer.status);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className={`flex items-center gap-1.5 ${isStored ? '' : 'text-danger'}`}>
        {!isStored && <WarningIcon className="size-4 shrink-0" />}
        {isStored && isAccepted(status) && <CheckIcon className="size-4 shrink-0 text-ok" />}
        <AnswerBadge answer={status} /> {message}
      </p>
      <span className="tabular text-muted">
        {id !== undefined && `#${id}, `}
        {Math.round(milliseconds)} ms
      </span>
      {id !== undefined && (
        <Link
          className={buttonClass('plain', 'small')}
          onClick={onLeave}
          params={{ token: endpoint.token, id: String(id) }}
          to="/endpoints/$token/requests/$id"
        >
          Show the request
        </Link>
      )}
    </div>
  );
}
