import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { BodyViewName } from './body-views.ts';
import type { OpenedBody } from './open-body.ts';

interface BodyNotesProps {
  body: OpenedBody;
  view: BodyViewName;
  isLoadingAll: boolean;
  onShowAll: () => void;
}

/** One bar of notes above a body: problems, content codings, a byte order mark, which nobody sees, and that it is cut off. */
export function BodyNotes({ body, view, isLoadingAll, onShowAll }: BodyNotesProps) {
  const { coding, problem, isCut, sent, size, text } = body;
  const facts = [
    coding && codingSentence(coding, view),
    text?.text.startsWith('\ufeff') && 'The body begins with a byte order mark.',
    isCut &&
      `The body is large. These are the first ${formatBytes(sent.length)} of ${formatBytes(size)}.`,
  ].filter((fact) => typeof fact === 'string');
  const isWarning = problem !== undefined && view !== 'hex';
  if (facts.length === 0 && !isWarning) return null;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-xs ${isWarning ? 'bg-warn-soft text-warn' : 'bg-raised'}`}
    >
      <div className="min-w-0 grow">
        {isWarning && (
          <p className="flex gap-2">
            <WarningIcon className="mt-px size-4" />
            {problem}
          </p>
        )}
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      {isCut && (
        <span className="flex items-center gap-2">
          {isLoadingAll && (
            <Spinner className="size-4" label="The rest of the body is being loaded" />
          )}
          <Button disabled={isLoadingAll} onClick={onShowAll} size="small">
            Show all ({formatBytes(size)})
          </Button>
        </span>
      )}
    </div>
  );
}

function codingSentence(coding: NonNullable<OpenedBody['coding']>, view: BodyViewName): string {
  const { names, isUndone, isWhole } = coding;
  if (!isUndone)
    return `The body is encoded with ${names} and could not be decoded. These are its bytes as sent.`;
  if (view === 'hex') return `The body is encoded with ${names}. These are its bytes as sent.`;
  const rest = isWhole ? '' : ' Only its beginning could be decoded.';
  return `The body was encoded with ${names} and is shown decoded. Hex shows its bytes as sent.${rest}`;
}
