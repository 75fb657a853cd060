import type { Endpoint } from '@hookwell/client';
import { useShortcut } from '../page/shortcuts.ts';
import { receiveUrl, useService } from '../service/service.ts';
import { phoneTab } from '../ui/button.tsx';
import { CopyButton, copy } from '../ui/copy-button.tsx';

/** The URL to give to the sender, with a button to copy it. */
export function ReceiveUrl({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  // A URL that is too long is cut before its token. The pieces stand in one line, so that they are copied as one.
  const tokenAt = url.lastIndexOf('/');
  const [start, end] = [url.slice(0, tokenAt), url.slice(tokenAt)];
  useShortcut('u', () => void copy(url, 'the receive URL'), {
    label: 'Copy the receive URL',
    group: 'Endpoint',
  });
  return (
    <div className="@container flex min-w-14 grow items-center sm:min-w-28 sm:max-w-xl max-sm:shrink-0 max-sm:basis-14 sm:rounded-lg sm:border sm:border-line sm:bg-raised">
      <code
        className="truncate pl-2.5 text-left text-[0.8125rem] select-all @max-[14rem]:hidden"
        dir="rtl"
        title={url}
      >
        <bdi dir="ltr">
          <span
            className="inline-block truncate align-bottom"
            style={{ maxWidth: `max(0px, calc(100% - ${end.length}ch))` }}
          >
            {start}
          </span>
          <span>{end}</span>
        </bdi>
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
