import { answerWords, isAccepted } from './answer-words.ts';
import { ShownText } from './shown-text.tsx';

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
