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

/** Notes above a body: problems, content codings, a byte order mark, which nobody sees, and that it is cut off. */
export function BodyNotes({ body, view, isLoadingAll, onShowAll }: BodyNotesProps) {
  const { coding, problem, isCut, sent, size, text } = body;
  return (
    <>
      {problem !== undefined && view !== 'hex' && (
        <p className="flex gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-warn">
          <WarningIcon className="mt-0.5 size-4" />
          {problem}
        </p>
      )}
      {coding !== undefined && (
        <p className="border-b border-line px-4 py-1.5 text-xs text-muted">
          {codingSentence(coding, view)}
        </p>
      )}
      {text?.text.startsWith('\ufeff') && (
        <p className="border-b border-line px-4 py-1.5 text-xs text-muted">
          The body begins with a byte order mark.
        </p>
      )}
      {isCut && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-1.5">
          <p className="grow">
            The body is large. These are the first {formatBytes(sent.length)} of {formatBytes(size)}
            .
          </p>
          <span className="flex items-center gap-2">
            {isLoadingAll && (
              <Spinner className="size-4" label="The rest of the body is being loaded" />
            )}
            <Button disabled={isLoadingAll} onClick={onShowAll} size="small">
              Show all ({formatBytes(size)})
            </Button>
          </span>
        </div>
      )}
    </>
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
