import { useState } from 'react';
import { useAction } from '../page/shortcuts.ts';
import { Button } from '../ui/controls.tsx';
import { ShareIcon } from '../ui/icons.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';

const ShareDialog = lazyComponent(() => import('./share-dialog.tsx'), 'ShareDialog');

/** Opens the dialog that shows a captured request to others. */
export function ShareButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  useAction(() => setOpen(true), { label: 'Share the request', group: 'Request' });
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        size="small"
        title="Share this request"
      >
        <ShareIcon className="size-3.5" />
        <span className="sr-only @min-[62rem]:not-sr-only">Share…</span>
      </Button>
      {isOpen && (
        <LazyPart>
          <ShareDialog onClose={() => setOpen(false)} subject={id} />
        </LazyPart>
      )}
    </>
  );
}
