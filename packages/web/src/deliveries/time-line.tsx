import { type KeyboardEvent, useMemo, useRef } from 'react';
import { shortAnswer } from './answer-kind.ts';
import { AnswerShape } from './answer-shape.tsx';
import { attemptSentences, groupSentence, kindOf, type NumberedAttempt } from './attempts.ts';
import { drawingHeight, lineY, type Span, TimeLineDrawing } from './time-line-drawing.tsx';
import {
  type TimeLine as Line,
  layOut,
  type Mark,
  type TimeScale,
  xAt,
} from './time-line-layout.ts';

export interface TimeLineProps {
  attempts: readonly NumberedAttempt[];
  scale: TimeScale;
  /** In pixels. */
  width: number;
  /** Whether attempts may still come. */
  isOpen: boolean;
  /** The index of the attempt whose details are shown. */
  chosen: number;
  onChoose: (index: number) => void;
  /** The attempt that the pointer is over, or `undefined` when it has left. */
  onPoint: (index: number | undefined) => void;
  /** The ids of the captured requests that are part of a failed finding. */
  blamed: ReadonlySet<number>;
}

/** The attempts of a delivery on a line of time. It is a list of sentences for screen readers; arrows walk along it. */
export function TimeLine(props: TimeLineProps) {
  const { attempts, scale, width, isOpen, chosen, onChoose, onPoint, blamed } = props;
  const list = useRef<HTMLOListElement>(null);
  const line = useMemo(
    () =>
      layOut(
        attempts.map(({ at }) => at),
        scale,
        width,
      ),
    [attempts, scale, width],
  );
  const chosenMark = line.marks.findIndex(({ from, to }) => from <= chosen && chosen < to);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = markAfterKey(event.key, chosenMark, line.marks.length);
    const mark = next === undefined ? undefined : line.marks[next];
    if (mark === undefined || next === undefined) return;
    event.preventDefault();
    onChoose(mark.to - 1);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="relative" style={{ height: drawingHeight }}>
      <TimeLineDrawing isOpen={isOpen} line={line} spans={spansOf(line, attempts)} />
      <ol aria-label="Attempts" onKeyDown={onKeyDown} ref={list}>
        {line.marks.map((mark, index) => (
          <li
            className="absolute top-0 -translate-x-1/2"
            key={mark.from}
            style={{ left: mark.x, top: lineY - 16 }}
          >
            <MarkButton
              attempts={attempts.slice(mark.from, mark.to)}
              isBlamed={attempts
                .slice(mark.from, mark.to)
                .some(({ attempt }) => blamed.has(attempt.id))}
              isChosen={index === chosenMark}
              onChoose={() => onChoose(mark.to - 1)}
              onPoint={(isOver) => onPoint(isOver ? mark.to - 1 : undefined)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface MarkButtonProps {
  /** At least one. */
  attempts: readonly NumberedAttempt[];
  isChosen: boolean;
  isBlamed: boolean;
  onChoose: () => void;
  onPoint: (isOver: boolean) => void;
}

function MarkButton({ attempts, isChosen, isBlamed, onChoose, onPoint }: MarkButtonProps) {
  const [first] = attempts;
  if (first === undefined) return null;
  const isGroup = attempts.length > 1;
  const { answer } = first.attempt;
  const kind = kindOf(first);
  const isSame = attempts.every((one) => one.attempt.answer === answer && kindOf(one) === kind);
  const sentence = isGroup ? groupSentence(attempts) : attemptSentences(first);
  return (
    <button
      aria-pressed={isChosen}
      className="group flex w-13 flex-col items-center rounded-lg pt-1 pb-0.5 outline-offset-0 hover:bg-raised/60"
      onClick={onChoose}
      onFocus={onChoose}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      tabIndex={isChosen ? 0 : -1}
      type="button"
    >
      <span className="sr-only">
        {sentence}
        {isBlamed && ' A failed finding is based on it.'}
      </span>
      <span
        aria-hidden="true"
        className={`flex h-6 items-center justify-center rounded-full ${isChosen ? 'ring-2 ring-accent' : ''} ${isGroup ? 'gap-0.5 border border-control bg-surface px-1' : 'w-6'}`}
      >
        {(isSame || !isGroup) && <AnswerShape isFilled={!isGroup} kind={kind} />}
        {isGroup && (
          <span className="tabular text-[0.6875rem] font-medium">×{attempts.length}</span>
        )}
      </span>
      <span
        aria-hidden="true"
        className={`tabular max-w-full truncate text-[0.6875rem] leading-3.5 ${isChosen ? 'font-semibold text-text' : 'text-muted'} ${isBlamed ? 'border-b-2 border-danger' : 'border-b-2 border-transparent'}`}
      >
        {isSame ? (first.isWaiting ? 'waiting' : shortAnswer(answer)) : 'several'}
      </span>
    </button>
  );
}

/** The spans of the attempts that have a mark of their own. */
function spansOf(line: Line, attempts: readonly NumberedAttempt[]): Span[] {
  return line.marks.flatMap(({ from, to, x }: Mark): Span[] => {
    const numbered = attempts[from];
    if (numbered === undefined || to - from > 1) return [];
    const { retryAfter, gaveUpAfter } = numbered.attempt;
    const spans: Span[] = [];
    if (retryAfter !== undefined && retryAfter > 0) {
      const kind = attempts[to]?.isEarly ? 'broken' : 'retryAfter';
      spans.push({ kind, fromX: x, toX: xAt(line, numbered.at + retryAfter * 1000) });
    }
    if (gaveUpAfter !== undefined) {
      spans.push({ kind: 'hangUp', fromX: x, toX: xAt(line, numbered.at + gaveUpAfter) });
    }
    return spans;
  });
}

/** The index of the mark that a key leads to, or `undefined` for other keys. */
function markAfterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, index + 1);
  if (key === 'ArrowLeft') return Math.max(0, index - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
