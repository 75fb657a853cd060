import type { CapturedRequestSummary, ContractFinding, SignatureFinding } from '@hookwell/client';
import { BracesIcon, ClockIcon } from '../ui/icons.tsx';
import {
  ShieldAbsentIcon,
  ShieldCheckIcon,
  ShieldCrossIcon,
  ShieldIcon,
} from '../ui/part-icons.tsx';
import { ShownText } from './shown-text.tsx';

/** The answer to a captured request: of the settings of its endpoint, or of a listener. */
export interface Answered {
  /** A status, or a fault as it is written in the settings: `429`, `timeout 10s`. */
  answer: string;
  isByListener: boolean;
  /** The number of the attempt within its delivery, from 1; `undefined` if the endpoint had no settings. */
  attempt: number | undefined;
  delivery: string | undefined;
}

/** `undefined` if the endpoint had no settings when the request arrived, and no listener answered. */
export function answeredOf({
  answer,
  answeredBy,
  attempt,
  delivery,
}: Pick<CapturedRequestSummary, 'answer' | 'answeredBy' | 'attempt' | 'delivery'>):
  | Answered
  | undefined {
  if (answer === undefined) return undefined;
  return { answer, isByListener: answeredBy === 'listener', attempt, delivery };
}

/** Whether senders take an answer for a success: it is a status of 2xx. */
export function isAccepted(answer: string): boolean {
  return /^2\d\d$/.test(answer);
}

/** The answer as the end of a sentence: `answered 429`, `answered 200 by a listener`, `no reply (timeout 10s)`. */
export function answerWords(answer: string, isByListener = false): string {
  if (isByListener) return `answered ${answer} by a listener`;
  return /^\d{3}$/.test(answer) ? `answered ${answer}` : `no reply (${answer})`;
}

/** `1st attempt`, `2nd attempt`, `11th attempt`. */
export function attemptWords(attempt: number): string {
  return `${ordinal(attempt)} attempt`;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`. */
export function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}

/** The answer to a request: quiet if the sender was content, else clear. Screen readers hear the words around it. */
export function AnswerBadge({ answer }: { answer: string }) {
  const tone = isAccepted(answer) ? 'bg-raised text-muted' : toneOf(answer);
  return (
    <span
      className={`inline-block max-w-32 shrink-0 truncate rounded px-1 align-bottom text-xs font-medium tabular-nums ${tone}`}
      title={answerWords(answer)}
    >
      <ShownText text={answer} />
    </span>
  );
}

/** Stands for the answer while the sender waits for a listener. */
export function WaitingBadge() {
  return (
    <span
      className="inline-block shrink-0 rounded bg-accent-soft px-1 align-bottom text-xs font-medium text-accent"
      title="The sender waits for the answer of a listener"
    >
      waiting
    </span>
  );
}

/** Errors and faults make a sender try again, other answers need not. */
function toneOf(answer: string): string {
  return /^[123]\d\d$/.test(answer) ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger';
}

type ContractVerdict = ContractFinding['verdict'];

const tones: Readonly<Record<ContractVerdict, string>> = {
  holds: 'bg-raised text-ok',
  differs: 'bg-danger-soft text-danger',
  none: 'bg-raised text-muted',
};

export const shapeWords: Readonly<Record<ContractVerdict, string>> = {
  holds: 'shape holds',
  differs: 'shape differs',
  none: 'shape not compared',
};

interface ContractBadgeProps {
  verdict: ContractVerdict;
  /** Whether it is a drawing alone. */
  isShort?: boolean;
}

/** The verdict on a body by the contract of its endpoint. Screen readers hear the words around it. */
export function ContractBadge({ verdict, isShort = false }: ContractBadgeProps) {
  const words = shapeWords[verdict];
  return (
    <span
      className={`inline-flex min-w-0 items-center rounded px-1 align-bottom text-xs/4.5 font-medium ${tones[verdict]}`}
      title={`The ${words}`}
    >
      {isShort && <BracesIcon className="size-3" />}
      <span className="truncate">{isShort ? noWidth : words}</span>
    </span>
  );
}

/** A character without a width: it keeps a drawing on the line of the words beside it. */
const noWidth = '\u200b';

const looks = {
  valid: { Icon: ShieldCheckIcon, tone: 'bg-raised text-ok' },
  invalid: { Icon: ShieldCrossIcon, tone: 'bg-danger-soft text-danger' },
  missing: { Icon: ShieldAbsentIcon, tone: 'bg-warn-soft text-warn' },
  stale: { Icon: ClockIcon, tone: 'bg-warn-soft text-warn' },
  unverifiable: { Icon: ShieldIcon, tone: 'bg-raised text-muted' },
} as const;

/** The drawing of a verdict. */
export function VerdictIcon({
  verdict,
  className,
}: {
  verdict: SignatureVerdict;
  className: string;
}) {
  const { Icon } = looks[verdict];
  return <Icon className={className} />;
}

interface SignatureBadgeProps {
  verdict: SignatureVerdict;
  /** Whether it is a drawing alone. */
  isShort?: boolean;
}

/** The verdict on a signature, as a drawing and a word. Screen readers hear the words around it. */
export function SignatureBadge({ verdict, isShort = false }: SignatureBadgeProps) {
  const { tone } = looks[verdict];
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-0.5 rounded px-1 align-bottom text-xs/4.5 font-medium ${tone}`}
      title={`Signature ${verdict}`}
    >
      <VerdictIcon className="size-3" verdict={verdict} />
      <span className="truncate">{isShort ? noWidth : `signature ${verdict}`}</span>
    </span>
  );
}

export type SignatureVerdict = SignatureFinding['verdict'];

const second = 1000;
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `signed 2 s before it arrived`, `signed 3 minutes after it arrived`: a clock is wrong then. */
export function signedWords(signedAt: string, receivedAt: string): string {
  const before = Date.parse(receivedAt) - Date.parse(signedAt);
  if (Number.isNaN(before)) return '';
  const seconds = Math.round(Math.abs(before) / second);
  if (seconds < 1) return 'signed as it arrived';
  return `signed ${spanWords(seconds)} ${before > 0 ? 'before' : 'after'} it arrived`;
}

function spanWords(seconds: number): string {
  const [name, size] = units.find(([, length]) => seconds >= 2 * length) ?? ['', 1];
  return name === '' ? `${seconds} s` : `${Math.floor(seconds / size)} ${name}s`;
}
