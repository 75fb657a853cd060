import type { Endpoint } from '@hookwell/client';
import { useShortcut } from '../page/shortcuts.ts';
import { receiveUrl, useService } from '../service/service.ts';
import { CopyButton, copy } from '../ui/copy-button.tsx';

/** The URL to give to the sender, with a button to copy it. */
export function ReceiveUrl({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  useShortcut('u', () => void copy(url, 'the receive URL'), {
    label: 'Copy the receive URL',
    group: 'Endpoint',
  });
  return (
    <div className="flex min-w-0 grow items-center rounded-lg border border-line bg-raised pl-2.5 sm:max-w-xl">
      <code className="truncate text-[0.8125rem] select-all" title={url}>
        {url}
      </code>
      <CopyButton
        className="ml-auto rounded-l-none text-accent"
        label="the receive URL"
        text={url}
        title="Copy the receive URL (u)"
      >
        Copy
      </CopyButton>
    </div>
  );
}
