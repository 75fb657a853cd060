import { AnswerBadge } from '../../request/answer-badge.tsx';
import { textInUtf8 } from '../../request/byte-text.ts';
import { ShownText } from '../../request/shown-text.tsx';
import { formatBytes } from '../../ui/format.ts';
import type { TriedAnswer } from './trial.ts';
import { attemptsWords, happeningWords } from './trial-words.ts';

interface TrialAnswerProps {
  answer: TriedAnswer;
  isOpen: boolean;
}

/** The answer to some attempts, to unfold. It is only ever shown as text. */
export function TrialAnswer({ answer, isOpen }: TrialAnswerProps) {
  const { sent } = answer;
  return (
    <li className="border-t border-line">
      <details open={isOpen}>
        <summary className="px-3 py-2 hover:bg-raised">
          <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-wrap items-baseline gap-x-2 align-top">
            <span className="font-medium">{attemptsWords(answer)}</span>
            <AnswerBadge answer={answer.answer} />
            <span className="text-xs text-muted">
              {sent === undefined ? 'no reply matches' : `reply ${sent.reply + 1}`}
            </span>
          </span>
        </summary>
        <div className="space-y-2 px-3 pb-3">
          {sent === undefined ? (
            <p className="text-muted">Acknowledged with 200 and its id.</p>
          ) : (
            <Sent sent={sent} />
          )}
        </div>
      </details>
    </li>
  );
}

function Sent({ sent }: { sent: NonNullable<TriedAnswer['sent']> }) {
  const { step, head, body } = sent;
  const isSilent = step.kind === 'timeout' || step.kind === 'reset';
  return (
    <>
      <p className="text-muted">{happeningWords(sent)}</p>
      {!isSilent && head.headers.length > 0 && (
        <ul aria-label="Headers" className="font-mono text-[0.8125rem]">
          {head.headers.map(([name, value]) => (
            <li className="wrap-anywhere" key={name}>
              <span className="text-muted">{name}:</span> <ShownText text={value} />
            </li>
          ))}
        </ul>
      )}
      {!isSilent && <Body bytes={body} />}
    </>
  );
}

function Body({ bytes }: { bytes: Uint8Array }) {
  if (bytes.length === 0) return <p className="text-xs text-muted">No body.</p>;
  const text = textInUtf8(bytes);
  if (text === undefined) {
    return <p className="text-xs text-muted">{formatBytes(bytes.length)} that are not text.</p>;
  }
  return (
    <pre
      className="max-h-64 overflow-auto rounded-md bg-raised px-2 py-1.5 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <ShownText text={text} />
    </pre>
  );
}
