import type { Endpoint, PlanName, Service } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { keepXHeaders, settingsQuery } from '../endpoints/settings-query.ts';
import { readSetting, writeSetting } from '../page/this-page.ts';
import { SendSample } from '../sending/send-sample.tsx';
import { receiveUrl, useService } from '../service/client.ts';
import { useMayChange, usePrincipal } from '../session/session.ts';
import { Button, Switch, textLink } from '../ui/controls.tsx';
import { CommandBox, CopyButton } from '../ui/copy-button.tsx';
import { formatCount, plural } from '../ui/format.ts';
import { showDialog } from '../ui/open-dialogs.ts';
import { type FirstCommand, firstCommands } from './first-commands.ts';
import { Forwarding } from './forwarding.tsx';

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

/** Says in one sentence how long the plan keeps a captured request. */
function keptSentence({ plans }: Pick<Service, 'plans'>, plan: PlanName): string {
  const limits = plans.find((each) => each.plan === plan);
  if (limits === undefined) return '';
  const { days, requestsPerEndpoint } = limits;
  return `Requests are kept for ${plural(days, 'day')}, the newest ${formatCount(requestsPerEndpoint)} of them.`;
}

/**
 * The first request as a command of each tool, in tabs as WAI-ARIA has them: arrows move between them. They stand on
 * the first view of a new visitor, so they are made without a library. The choice is remembered.
 */
function CommandTabs({ url }: { url: string }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const commands = firstCommands(url);
  const [chosen, setChosen] = useState(() => readSetting('snippet'));
  const shown = commands.find(({ tool }) => tool === chosen) ?? commands[0];
  const choose = (tool: string) => {
    setChosen(tool);
    writeSetting('snippet', tool);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, commands.indexOf(shown), commands.length);
    const command = commands[next];
    if (command === undefined) return;
    event.preventDefault();
    choose(command.tool);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div
        aria-label="Ways to send the first request"
        className="flex gap-1 border-b border-line"
        onKeyDown={onKeyDown}
        ref={list}
        role="tablist"
      >
        {commands.map(({ tool, label }) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={tool === shown.tool}
            className="-mb-px h-9 border-b-2 border-transparent px-3 font-medium text-muted hover:text-text aria-selected:border-accent aria-selected:text-text max-sm:px-2"
            id={`${id}-${tool}`}
            key={tool}
            onClick={() => choose(tool)}
            role="tab"
            tabIndex={tool === shown.tool ? 0 : -1}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${id}-${shown.tool}`}
        className="pt-3"
        id={`${id}-panel`}
        role="tabpanel"
      >
        <Command command={shown} />
      </div>
    </div>
  );
}

function Command({ command }: { command: FirstCommand }) {
  return (
    <>
      <CommandBox label={`the ${command.label} command`} text={command.text} />
      <p className="mt-1.5 text-xs text-muted">{command.where}</p>
    </>
  );
}

/** The index of the tab that a key leads to, in a ring, or -1 for other keys. */
function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
