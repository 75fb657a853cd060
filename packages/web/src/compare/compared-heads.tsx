import { textOfBytes } from '@hookwell/match';
import { Link } from '@tanstack/react-router';
import { RequestLabel } from '../detail/request-label.tsx';
import { useEndpointById } from '../endpoints/endpoints.ts';
import { addressOf } from '../list/request-address.ts';
import { answerWords, attemptWords } from '../request/answer-words.ts';
import { ShownText } from '../request/shown-text.tsx';
import { targetParts } from '../request/target.ts';
import { useAnswered } from '../request/use-answered.ts';
import { SignatureBadge } from '../signatures/signature-badge.tsx';
import { formatBytes, formatExactTime } from '../ui/format.ts';
import { MethodBadge } from '../ui/method-badge.tsx';
import { ChangeMark } from './change-mark.tsx';
import type { Side } from './use-side.ts';

/** The method, address, time and size of both requests, each with a link to it. */
export function ComparedHeads({ left, right }: { left: Side; right: Side }) {
  const isSame = left.summary.method === right.summary.method && pathOf(left) === pathOf(right);
  return (
    <div className="grid border-b border-line wide:grid-cols-2 wide:divide-x wide:divide-line max-wide:divide-y max-wide:divide-line">
      <Head isSame={isSame} letter="A" side={left} />
      <Head isSame={isSame} letter="B" side={right} />
    </div>
  );
}

function pathOf({ wire }: Side): string {
  const { receiver, path } = targetParts(wire.target);
  return receiver + path;
}

function Head({ side, letter, isSame }: { side: Side; letter: 'A' | 'B'; isSame: boolean }) {
  const { id, summary } = side;
  const { receiver, path } = targetParts(textOfBytes(side.wire.target));
  const answered = useAnswered(summary);
  return (
    <div className="flex min-w-0 gap-3 px-4 py-3">
      <span className="flex size-6 shrink-0 items-center justify-center rounded-md bg-raised text-xs font-semibold">
        {letter}
      </span>
      <div className="min-w-0">
        <h2 className="flex items-baseline gap-2 font-normal">
          {!isSame && <ChangeMark change="changed" />}
          <MethodBadge className="max-w-40 shrink-0" method={summary.method} />
          <span className="font-mono text-[0.8125rem] wrap-anywhere">
            <span className="text-muted">{receiver}</span>
            <ShownText text={path} />
          </span>
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
          <RequestLabel summary={summary} wire={side.wire} />
          <time dateTime={summary.receivedAt} title={summary.receivedAt}>
            {formatExactTime(summary.receivedAt)}
          </time>
          <span>{formatBytes(summary.bodySize)}</span>
          {answered === 'waiting' && <span>waiting for a listener</span>}
          {typeof answered === 'object' && (
            <span>
              <ShownText text={answerWords(answered.answer, answered.isByListener)} />
              {answered.attempt !== undefined && `, ${attemptWords(answered.attempt)}`}
            </span>
          )}
          {summary.signature !== undefined && (
            <span>
              <span className="sr-only">Signature </span>
              <SignatureBadge verdict={summary.signature.verdict} />
            </span>
          )}
          <RequestLink id={id} summary={summary} />
        </p>
      </div>
    </div>
  );
}

function RequestLink({ id, summary }: Pick<Side, 'id' | 'summary'>) {
  const endpoint = useEndpointById(summary.endpointId);
  return (
    <Link className="text-accent underline" {...addressOf(endpoint?.token ?? 'all', id)}>
      Open #{id}
    </Link>
  );
}
