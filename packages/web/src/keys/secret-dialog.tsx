import type { CreatedApiKey } from '@hookwell/client';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import { OnceShown } from '../ui/once-shown.tsx';

interface SecretDialogProps {
  created: CreatedApiKey;
  onClose: () => void;
}

/** Shows a new key this one time. Before it closes, it asks users who have not copied the key. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  const { name, secret } = created;
  const copyButton = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);

  // Escape asks as often as it is pressed. Only the button that says so discards the key.
  const close = () => (isCopied ? onClose() : setAsking(true));
  const copySecret = async () => {
    const isDone = await copy(secret, 'the key');
    if (isDone) setCopied(true);
    return isDone;
  };

  return (
    <Dialog initialFocus={copyButton} isOpen onClose={close} title="Your new key">
      <p className="wrap-anywhere">
        This is the key <strong className="font-semibold">{name}</strong>. Copy it now:{' '}
        <strong className="font-semibold">it is not shown again</strong>.
      </p>
      <OnceShown
        button={copyButton}
        isCopied={isCopied}
        onCopied={() => setCopied(true)}
        onCopy={() => void copySecret()}
        text={secret}
        what="the key"
      />
      <div role="alert">{isAsking && !isCopied && <NotCopied />}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {isAsking && !isCopied ? (
          <>
            <Button onClick={onClose}>Close without copying</Button>
            <Button
              onClick={() => void copySecret().then((isDone) => isDone && onClose())}
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

function NotCopied() {
  return (
    <p className="mt-4 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      The key was not copied yet. Without it you would have to create another one.
    </p>
  );
}
