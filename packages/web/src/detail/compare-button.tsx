import type { CapturedRequestSummary } from '@hookwell/client';
import { useState } from 'react';
import { useAction } from '../page/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { CompareIcon } from '../ui/part-icons.tsx';
import type { OfferedRequests } from './compare-choices.ts';

const CompareDialog = lazyComponent(() => import('./compare-dialog.tsx'), 'CompareDialog');

interface CompareButtonProps {
  summary: CapturedRequestSummary;
  /** The token of the request's endpoint; missing while it is being loaded. */
  token: string | undefined;
  offered: OfferedRequests;
}

/** Opens the choice of another request to compare this one with. */
export function CompareButton(props: CompareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  useAction(() => setOpen(true), { label: 'Compare with another request', group: 'Request' });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} size="small">
        <CompareIcon className="size-3.5" />
        <span className="max-sm:sr-only">Compare</span>
      </Button>
      {isOpen && (
        <LazyPart>
          <CompareDialog {...props} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
