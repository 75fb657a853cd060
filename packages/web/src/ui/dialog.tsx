import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button, IconButton } from './controls.tsx';
import { CloseIcon } from './icons.tsx';
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
