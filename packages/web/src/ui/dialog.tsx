import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button, IconButton } from './controls.tsx';
import { copy } from './copy-button.tsx';
import { inputClass } from './field.tsx';
import { CheckIcon, CloseIcon, CopyIcon, WarningIcon } from './icons.tsx';
import { type OpenQuestion, useCloseWhenCovered } from './open-dialogs.ts';

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by Escape, the cross, or a click beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** `wide` is 48 rem, `narrow` is 28. */
  width?: 'narrow' | 'wide';
  /** `alertdialog` for a question that waits for an answer. */
  role?: 'dialog' | 'alertdialog';
  /** By default the first field, or else the cross. */
  initialFocus?: RefObject<HTMLElement | null>;
}

const fields = 'input, textarea, select';

/** A dialog over the page. It brings Base UI along, so its users are to be imported lazily. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  width = 'narrow',
  role = 'dialog',
  initialFocus,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  useCloseWhenCovered(onClose, isOpen);
  return (
    <BaseDialog.Root onOpenChange={(isOpened) => !isOpened && onClose()} open={isOpen}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <BaseDialog.Popup
          className={`fixed top-2 left-1/2 z-40 flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col overflow-y-auto rounded-xl tall:top-[8dvh] tall:max-h-[84dvh] border border-line bg-surface shadow-xl outline-none ${width === 'wide' ? 'max-w-3xl' : 'max-w-md'}`}
          role={role}
          initialFocus={
            initialFocus ?? (() => content.current?.querySelector<HTMLElement>(fields) ?? true)
          }
        >
          <header className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
            <BaseDialog.Title className="min-w-0 text-base font-semibold wrap-anywhere">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label="Close">{<CloseIcon />}</IconButton>} />
          </header>
          <div className="p-4 tall:min-h-0 tall:overflow-y-auto" ref={content}>
            {children}
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The question that `confirm` asks. */
export function ConfirmDialog({ question }: { question: OpenQuestion }) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      initialFocus={cancel}
      isOpen
      onClose={() => question.answer(false)}
      role="alertdialog"
      title={question.title}
    >
      <div className="wrap-break-word">{question.text}</div>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={() => question.answer(false)} ref={cancel}>
          Cancel
        </Button>
        <Button
          onClick={() => question.answer(true)}
          tone={question.isDanger ? 'danger' : 'primary'}
        >
          {question.action}
        </Button>
      </div>
    </Dialog>
  );
}

interface ShownOnceDialogProps {
  title: string;
  /** What the text is: `key`. */
  noun: string;
  text: string;
  /** Stands above the text. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a text this one time. Before it closes, it asks users who have not copied it. */
export function ShownOnceDialog({ title, noun, text, children, onClose }: ShownOnceDialogProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);

  // Escape asks as often as it is pressed. Only the button that says so discards the key.
  const close = () => (isCopied ? onClose() : setAsking(true));
  const copyIt = async () => {
    const isDone = await copy(text, `the ${noun}`);
    if (isDone) setCopied(true);
    return isDone;
  };

  return (
    <Dialog initialFocus={copyButton} isOpen onClose={close} title={title}>
      <div className="wrap-anywhere">
        {children} Copy it now: <strong className="font-semibold">it is not shown again</strong>.
      </div>
      <OnceShown
        button={copyButton}
        isCopied={isCopied}
        onCopied={() => setCopied(true)}
        onCopy={() => void copyIt()}
        text={text}
        what={`the ${noun}`}
      />
      <div role="alert">{isAsking && !isCopied && <NotCopied noun={noun} />}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {isAsking && !isCopied ? (
          <>
            <Button onClick={onClose}>Close without copying</Button>
            <Button
              onClick={() => void copyIt().then((isDone) => isDone && onClose())}
              tone="primary"
            >
              Copy and close
            </Button>
          </>
        ) : (
          <Button onClick={close}>Done</Button>
        )}
      </div>
    </Dialog>
  );
}

function NotCopied({ noun }: Pick<ShownOnceDialogProps, 'noun'>) {
  return (
    <p className="mt-4 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      The {noun} was not copied yet. Without it you would have to create another one.
    </p>
  );
}

interface OnceShownProps {
  text: string;
  /** The text in words: `the key`. */
  what: string;
  isCopied: boolean;
  /** Called by the button. */
  onCopy: () => void;
  /** Called when the browser has copied it from the field. */
  onCopied: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** A text that is shown this one time, to be copied. */
function OnceShown({ text, what, isCopied, onCopy, onCopied, button }: OnceShownProps) {
  return (
    <div className="mt-3 flex gap-2">
      <textarea
        aria-label={what.charAt(0).toUpperCase() + what.slice(1)}
        className={`${inputClass} h-auto field-sizing-content resize-none py-1.5 font-mono text-[0.8125rem] break-all`}
        onCopy={onCopied}
        onFocus={(event) => event.target.select()}
        readOnly
        rows={3}
        spellCheck={false}
        value={text}
      />
      <Button
        aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
        className="h-9"
        onClick={onCopy}
        ref={button}
        tone={isCopied ? 'plain' : 'primary'}
      >
        {isCopied ? <CheckIcon className="size-4 text-ok" /> : <CopyIcon />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
