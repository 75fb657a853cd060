import type { Endpoint } from '@hookwell/client';
import { useShortcut } from '../page/shortcuts.ts';
import { receiveUrl, useService } from '../service/service.ts';
import { phoneTab } from '../ui/button.tsx';
import { CopyButton, copy } from '../ui/copy-button.tsx';

/** The URL to give to the sender, with a button to copy it. */
export function ReceiveUrl({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  useShortcut('u', () => void copy(url, 'the receive URL'), {
    label: 'Copy the receive URL',
    group: 'Endpoint',
  });
  return (
    <div className="@container flex min-w-14 grow items-center sm:min-w-28 sm:max-w-xl max-sm:shrink-0 max-sm:basis-14 sm:rounded-lg sm:border sm:border-line sm:bg-raised">
      {/* Where the address is too long, its end stays: all begin alike. */}
      <code
        className="truncate pl-2.5 text-left text-[0.8125rem] select-all @max-[14rem]:hidden"
        dir="rtl"
        title={url}
      >
        <bdi dir="ltr">{url}</bdi>
      </code>
      <CopyButton
        className={`ml-auto rounded-l-none text-accent @max-[14rem]:w-full ${phoneTab}`}
        label="the receive URL"
        says="Copy URL"
        text={url}
        title="Copy the receive URL (u)"
      >
        <span>
          Copy<span className="@min-[14rem]:hidden"> URL</span>
        </span>
      </CopyButton>
    </div>
  );
}
