import type { Endpoint } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/contract/settings-names';
import { useQuery } from '@tanstack/react-query';
import { keepXHeaders } from '../endpoints/keep-x-headers.ts';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { showDialog } from '../page/open-dialog.ts';
import { textLink } from '../page/text-link.ts';
import { SendSample } from '../sending/send-sample.tsx';
import { receiveUrl, useService } from '../service/service.ts';
import { useMayChange } from '../session/may.ts';
import { usePrincipal } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Switch } from '../ui/switch.tsx';
import { CommandTabs } from './command-tabs.tsx';
import { Forwarding } from './forwarding.tsx';
import { keptSentence } from './kept-words.ts';

/** Explains how to send the first request to an endpoint. */
export function FirstRequest({ endpoint }: { endpoint: Endpoint }) {
  const service = useService();
  const { plan } = usePrincipal();
  const url = receiveUrl(service, endpoint.token);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8 sm:py-12">
      <p className="mb-6 text-base">
        Hookwell gives you a URL for webhooks. It stores every request byte for byte before it
        answers, and shows it here as it arrives.{' '}
        <a className={textLink} href="/docs/contents">
          Read the documentation
        </a>
      </p>
      <h2 className="text-2xl font-semibold tracking-tight">Send the first request</h2>
      <p className="mt-2 text-base text-muted">
        Use any method and any body, on this URL or a path below it. {keptSentence(service, plan)}
      </p>
      <div className="mt-6 flex items-center gap-2 rounded-xl border border-line bg-surface py-2 pr-2 pl-4">
        <code className="min-w-0 grow text-[0.9375rem] font-medium wrap-anywhere select-all">
          {url}
        </code>
        <CopyButton label="the URL" text={url} tone="plain">
          Copy
        </CopyButton>
      </div>
      <div className="mt-1 -ml-1.5 h-8">
        <KeepChoice token={endpoint.token} />
      </div>
      <div className="mt-4">
        <CommandTabs url={url} />
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-2">
        <SendSample url={url} />
        <Button onClick={() => showDialog('send')}>Choose another…</Button>
      </div>
      <h3 className="mt-10 mb-2 text-base font-semibold">Forward them to your machine</h3>
      <Forwarding token={endpoint.token} />
    </div>
  );
}

/** The choice beside a new URL whether X- headers are kept: what was dropped does not come back. */
function KeepChoice({ token }: { token: string }) {
  const { xHeaders: unsaid } = useService();
  const { data: settings } = useQuery(settingsQuery(token));
  const mayChange = useMayChange();
  if (settings === undefined || !mayChange) return null;
  return (
    <Switch
      isOn={keepsXHeaders(settings, unsaid)}
      onChange={(isOn) => keepXHeaders(token, isOn, unsaid)}
      title="Most senders sign in headers whose names start with X-"
    >
      Keep X- headers, such as signatures
    </Switch>
  );
}
