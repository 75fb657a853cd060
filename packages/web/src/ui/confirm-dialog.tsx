import { useRef } from 'react';
import { Button } from './button.tsx';
import type { OpenQuestion } from './confirmations.ts';
import { Dialog } from './dialog.tsx';

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
