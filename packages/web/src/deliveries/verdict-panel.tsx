import type { Delivery } from '@hookwell/client';
import { type Expectation, type Finding, judge, type Verdict } from '@hookwell/core/grade';
import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useMediaQuery } from '../page/media-query.ts';
import { waitingRequests } from '../request/use-request.ts';
import { Button, Switch } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { CheckIcon, ChevronDownIcon, ClockIcon, CloseIcon } from '../ui/icons.tsx';
import { RequestLink } from './attempts-table.tsx';
import { ExpectationsField, type TypedExpectations } from './expectations-field.tsx';

/** Of more requests than these the first are linked. */
const mostLinks = 6;

interface FindingsProps {
  token: string;
  findings: readonly Finding[];
  /** Whether the sender has finished, so that nothing can change any more. */
  isOver: boolean;
}

/** The judgement on each expectation, with its reason and the requests that it rests on. */
function Findings({ token, findings, isOver }: FindingsProps) {
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

interface VerdictPanelProps {
  token: string;
  typed: TypedExpectations;
  verdict: Verdict;
  isOver: boolean;
  onOver: (isOver: boolean) => void;
  /** The number of deliveries that are listed. */
  count: number;
}

/** The expectations of the sender, with the verdict of its attempts on each. A narrow page folds it away. */
export function VerdictPanel(props: VerdictPanelProps) {
  const { token, typed, verdict, isOver, onOver, count } = props;
  const id = useId();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [isUnfolded, setUnfolded] = useState(false);
  const isShown = isWide || isUnfolded;
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold" id={id}>
          Verdict on the sender
        </h2>
        {!isWide && (
          <Button
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
            size="small"
            tone="quiet"
          >
            Findings
            <ChevronDownIcon className={`size-3.5 ${isUnfolded ? 'rotate-180' : ''}`} />
          </Button>
        )}
      </div>
      <p className="text-muted">{summaryOf(verdict)}</p>
      {isShown && (
        <>
          <div className="mt-3">
            <ExpectationsField typed={typed} />
          </div>
          <div className="mt-1 -ml-1.5">
            <Switch isOn={isOver} onChange={onOver}>
              The sender has finished
            </Switch>
          </div>
          <p className="text-xs text-muted">
            {isOver
              ? 'No more attempts are expected. What these attempts do not show counts as failed.'
              : 'More attempts may come, so some findings can still change.'}{' '}
            {judgedWords(count)}
          </p>
          {count > 0 && <Findings findings={verdict.findings} isOver={isOver} token={token} />}
        </>
      )}
    </section>
  );
}

function judgedWords(count: number): string {
  if (count === 0) return '';
  if (count > mostJudged) return `Based on the newest ${mostJudged} deliveries shown.`;
  return count === 1
    ? 'Based on the one delivery shown.'
    : `Based on all ${count} deliveries shown.`;
}

/** `4 expectations hold, 3 failed, 3 undecided`. */
function summaryOf({ outcome, findings }: Verdict): string {
  if (outcome === 'nothingArrived') return 'Nothing to judge yet.';
  const holding = findings.filter(({ holds }) => holds).length;
  const unknown = findings.filter(({ holds, isKnown }) => !holds && !isKnown).length;
  const failed = findings.length - holding - unknown;
  const counts = [
    holding > 0 && `${plural(holding, 'expectation holds', 'expectations hold')}`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} undecided`,
  ];
  return `${counts.filter(Boolean).join(', ')}.`;
}

/** Verdicts are made anew this often, since some tell for how long nothing came. */
const everyMs = 2000;
/** Of more deliveries the newest are judged, so that a page of any length stays quick. */
const mostJudged = 100;

/** The verdict on the sender of these deliveries, newest first. */
export function useVerdict(
  deliveries: readonly Delivery[],
  expectations: readonly Expectation[],
  isOver: boolean,
): Verdict {
  const waiting = useSyncExternalStore(waitingRequests.subscribe, waitingRequests.ids);
  const judged = useMemo(
    () => deliveries.slice(0, mostJudged).map((delivery) => answeredOf(delivery, waiting)),
    [deliveries, waiting],
  );
  const newest = judged.reduce((latest, { last }) => Math.max(latest, Date.parse(last)), 0);
  const now = useServiceTime(newest);
  return useMemo(
    () => judge(judged, expectations, { now, isOver }),
    [judged, expectations, isOver, now],
  );
}

/** The delivery without attempts whose senders wait for a listener: what these are answered is not known yet. */
function answeredOf(delivery: Delivery, waiting: ReadonlySet<number>): Delivery {
  if (!delivery.attempts.some(({ id }) => waiting.has(id))) return delivery;
  return { ...delivery, attempts: delivery.attempts.filter(({ id }) => !waiting.has(id)) };
}

/** The time of the service, which knew the newest moment already. The clock of this browser may be behind it. */
function useServiceTime(newest: number): number {
  const time = useTime();
  const [behindMs, setBehindMs] = useState(0);
  const aheadMs = newest - Date.now();
  if (aheadMs > behindMs) setBehindMs(aheadMs);
  return Math.max(newest, time + behindMs);
}

function useTime(): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTime(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
  return time;
}
