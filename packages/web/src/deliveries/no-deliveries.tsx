import type { Endpoint, EndpointSettings } from '@hookwell/client';
import { bashWord } from '@hookwell/client/copying';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { LinesSkeleton } from '../request/lines-skeleton.tsx';
import { receiveUrl, useService } from '../service/client.ts';
import { useMayChange } from '../session/session.ts';
import { buttonClass } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';

/** Explains how the first delivery comes about. */
export function NoDeliveries({ endpoint }: { endpoint: Endpoint }) {
  const { token } = endpoint;
  const { data: settings, isError } = useQuery(settingsQuery(token));
  if (settings === undefined && !isError) return <LinesSkeleton />;
  // Attempts are counted by all settings but the one that keeps headers.
  const hasSettings = Object.keys(settings ?? {}).some((name) => name !== 'xHeaders');
  return settings !== undefined && hasSettings ? (
    <NoAttempts endpoint={endpoint} settings={settings} />
  ) : (
    <NoSettings token={endpoint.token} />
  );
}

function NoSettings({ token }: { token: string }) {
  const mayChange = useMayChange();
  return (
    <Teaching title="What does your sender do when a delivery fails?">
      <p>
        This endpoint acknowledges every request, so its senders never have to try again. Let a
        reply fail step by step, and this page draws every attempt with its time and its reply.
      </p>
      <ol className="mt-4 list-decimal space-y-1.5 pl-5">
        <li>
          Add a reply with steps to the settings, such as{' '}
          <code className="rounded bg-raised px-1">500, timeout 10s, 429 retry-after=60, 200</code>.
        </li>
        <li>Let the sender send one event. Each further attempt gets the next step.</li>
        <li>
          See here whether its pauses grow, whether id and body stay the same, and when it stops.
        </li>
      </ol>
      <SettingsLink token={token}>
        {mayChange ? 'Set the replies' : 'See the settings'}
      </SettingsLink>
    </Teaching>
  );
}

interface NoAttemptsProps {
  endpoint: Endpoint;
  settings: EndpointSettings;
}

function NoAttempts({ endpoint, settings }: NoAttemptsProps) {
  const { token } = endpoint;
  const url = receiveUrl(useService(), token);
  const hasPlan =
    settings.replies?.some((reply) => 'plan' in reply && (reply.plan?.length ?? 0) > 1) ?? false;
  return (
    <Teaching title="No attempt yet">
      <p>
        The endpoint now replies as its settings say. Let your sender send an event, or send one
        yourself: run this command, then run it again for the second attempt.
      </p>
      <div className="mt-4">
        <CommandBox
          label="the command for an attempt"
          text={exampleAttempt(url, settings.delivery)}
        />
      </div>
      <p className="mt-4">
        {hasPlan
          ? 'Each attempt gets the next step, and shows here at once.'
          : 'No reply has several steps, so every attempt gets the same reply.'}
      </p>
      <SettingsLink token={token}>See the settings</SettingsLink>
    </Teaching>
  );
}

function Teaching({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-line bg-surface px-5 py-6 text-base">
      <h2 className="mb-2 text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function SettingsLink({ token, children }: { token: string; children: ReactNode }) {
  return (
    <Link
      className={`mt-5 ${buttonClass('primary')}`}
      params={{ token }}
      to="/endpoints/$token/settings"
    >
      {children}
    </Link>
  );
}

/** Options of curl that send something with the field that tells deliveries apart. */
function optionsFor(delivery: string | undefined): string[] {
  const [, header] = /^header\.([\w-]+)$/.exec(delivery ?? '') ?? [];
  const [, member] = /^json\.([\w-]+)$/.exec(delivery ?? '') ?? [];
  if (member !== undefined) {
    return ["-H 'Content-Type: application/json'", `-d '{"${member}": "first"}'`];
  }
  return [`-H ${bashWord(`${header ?? 'webhook-id'}: first`)}`, `-d '{"hello": "world"}'`];
}

/**
 * A command that is one attempt of a delivery: the same command again is the next one.
 * @param delivery the field of the endpoint's settings
 */
function exampleAttempt(url: string, delivery: string | undefined): string {
  return [`curl -i ${bashWord(url)}`, ...optionsFor(delivery)].join(' \\\n  ');
}
