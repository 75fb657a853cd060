import '../ui/styles.css';
import { HookwellError } from '@hookwell/client';
import { asCurl, methodOfFetch } from '@hookwell/client/copying';
import { errorMessage } from '@hookwell/core/api/error-message';
import { textOfBytes } from '@hookwell/core/match';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { NarrowPage, PageSection } from '../page/narrow-page.tsx';
import { VisitorBar } from '../page/page-head.tsx';
import { basePath, readSetting, writeSetting } from '../page/this-page.ts';
import { bodyAddress } from '../request/body-bytes.ts';
import { methodRefusalOf } from '../sending/browser-headers.ts';
import { BodyField, HeaderRows } from '../sending/request-fields.tsx';
import { client, isGone } from '../service/client.ts';
import { Forwarding, OwnCommand } from '../teaching/forwarding.tsx';
import { MethodBadge } from '../ui/badge.tsx';
import { Button, Spinner, textLink } from '../ui/controls.tsx';
import { CommandBox } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { formatBytes, formatExactTime, plural } from '../ui/format.ts';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { AddressForm } from './address-form.tsx';
import { replayCommand } from './answer-view.tsx';
import {
  type Captured,
  type Draft,
  draftOf,
  editedRequest,
  idIn,
  isEdited,
  loadCaptured,
} from './captured.ts';
import { targetAddress } from './resend.ts';
import { refusalOfResent } from './sent-request.ts';

/** Sends a captured request again, from this browser to an address that the user types. */
function ResendPage() {
  const loading = useCaptured(idIn(location.search));
  return (
    <div className="flex h-dvh flex-col">
      <VisitorBar />
      <main className="flex grow flex-col">
        {loading.kind === 'loaded' ? (
          <Loaded captured={loading.captured} />
        ) : (
          <NarrowPage title="Send again">
            {loading.kind === 'loading' ? (
              <Spinner label="Loading the request" />
            ) : (
              <p role="alert">
                {loading.sentence}{' '}
                <a className={textLink} href={loading.href}>
                  {loading.action}
                </a>
              </p>
            )}
          </NarrowPage>
        )}
      </main>
      <Toasts />
    </div>
  );
}

function Loaded({ captured }: { captured: Captured }) {
  const { id, token, method, suffix, receivedAt } = captured;
  const [typed, setTyped] = useState(() => readSetting('resend-address') ?? '');
  const [draft, setDraft] = useState(() => draftOf(captured));
  const edited = editedRequest(captured, draft);
  const isOther = isEdited(captured, draft);
  const address = targetAddress(typed, edited.suffix);
  const bare = targetAddress(typed, '');
  const target = bare.kind === 'address' ? bare.url : undefined;
  return (
    <NarrowPage
      lead={
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <MethodBadge method={method} />
          <code className="wrap-anywhere">
            {suffix === '' ? `Request ${id}` : textOfBytes(suffix)}
          </code>
          <span>captured {formatExactTime(receivedAt)}</span>
        </p>
      }
      title="Send again"
    >
      <a
        className="-mt-4 inline-flex items-center gap-1 text-muted hover:text-text"
        href={`${basePath}/endpoints/${token}/requests/${id}`}
      >
        <ArrowLeftIcon className="size-4" />
        Back to the request
      </a>
      <AddressForm
        address={address}
        captured={edited}
        isEdited={isOther}
        onTyped={(text) => {
          setTyped(text);
          writeSetting('resend-address', text === '' ? undefined : text);
        }}
        target={target}
        typed={typed}
      />
      <PageSection title="The request that is sent">
        <DraftFields captured={captured} draft={draft} onChange={setDraft} />
        {isOther && (
          <Button className="mt-3" onClick={() => setDraft(draftOf(captured))} size="small">
            Back to the captured request
          </Button>
        )}
      </PageSection>
      <PageSection title="The same from a terminal">
        <Curl captured={edited} url={address.kind === 'address' ? address.url : undefined} />
        {!isOther && (
          <div className="mt-4">
            <OwnCommand
              label="the replay command"
              text={(start) => replayCommand(start, id, target)}
            />
          </div>
        )}
      </PageSection>
      <PageSection title="Forward new requests to your machine">
        <Forwarding target={target} token={token} />
      </PageSection>
    </NarrowPage>
  );
}

/** The command takes a larger body from a file, since nobody pastes that much into a terminal. */
const largestPastedBytes = 50_000;

function Curl({ captured, url }: { captured: Captured; url: string | undefined }) {
  if (url === undefined) return <p className="text-muted">Type a URL first.</p>;
  const { id, method, headers, body } = captured;
  const bodyFile = body.length > largestPastedBytes ? `request-${id}.body` : undefined;
  const command = asCurl({ method, url, headers, body }, { url, bodyFile });
  return (
    <>
      <p className="mb-3 text-muted">
        curl sends every header and the exact bytes, and needs no permission.
        {bodyFile !== undefined && (
          <>
            {' '}
            It takes the body from a file:{' '}
            <a className={textLink} download={bodyFile} href={bodyAddress(id)}>
              download {bodyFile}
            </a>
            .
          </>
        )}
      </p>
      <CommandBox label="the curl command" text={command} />
    </>
  );
}

type Loading =
  | { kind: 'loading' }
  | { kind: 'loaded'; captured: Captured }
  /** `href` leads on, with the words of `action`. */
  | { kind: 'failed'; sentence: string; href: string; action: string };

/** Loads the captured request with this id. */
function useCaptured(id: number | undefined): Loading {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  useEffect(() => {
    if (id === undefined) {
      setLoading(failure('The URL of this page names no request.'));
      return;
    }
    const controller = new AbortController();
    loadCaptured(client, id, controller.signal).then(
      (captured) => setLoading({ kind: 'loaded', captured }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoading(failureOf(error));
      },
    );
    return () => controller.abort();
  }, [id]);
  return loading;
}

function failureOf(error: unknown): Loading {
  if (error instanceof HookwellError && error.status === 401) {
    const next = encodeURIComponent(location.pathname + location.search);
    return failure('You were logged out.', `/login?next=${next}`, 'Log in to continue');
  }
  if (isGone(error)) return failure('There is no such request, or it belongs to somebody else.');
  return failure(`${errorMessage(error)}.`);
}

function failure(
  sentence: string,
  href = basePath || '/',
  action = 'Go to your endpoints',
): Loading {
  return { kind: 'failed', sentence, href, action };
}

interface DraftFieldsProps {
  captured: Captured;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The parts of the request, to edit before it is sent again. */
function DraftFields({ captured, draft, onChange }: DraftFieldsProps) {
  const { droppedHeaders } = captured;
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
        <Field
          autoCapitalize="characters"
          autoComplete="off"
          hint={methodHint(draft.method.trim())}
          label="Method"
          onChange={(event) => change({ method: event.target.value })}
          problem={methodRefusalOf(draft.method.trim())}
          spellCheck={false}
          value={draft.method}
        />
        <Field
          autoCapitalize="none"
          autoComplete="off"
          label="Path and query"
          onChange={(event) => change({ suffix: event.target.value })}
          placeholder="/orders?page=2"
          spellCheck={false}
          value={draft.suffix}
        />
      </div>
      <div>
        <HeaderRows
          isDroppingX={false}
          onChange={(headers) => change({ headers })}
          refusalOf={refusalOfResent}
          rows={draft.headers}
        />
        {droppedHeaders > 0 && (
          <p className="mt-2 text-xs text-muted">
            {plural(droppedHeaders, 'header')} with names that begin with X- arrived too and were
            not stored. The settings of the endpoint can keep such headers from now on.
          </p>
        )}
      </div>
      {draft.body === undefined ? (
        <p>
          The body, {formatBytes(captured.body.length)}, is sent byte for byte. It is too large to
          edit here, or not plain text.
        </p>
      ) : (
        <BodyField
          className="h-40"
          method={draft.method}
          onChange={(body) => change({ body })}
          unsentWords={(method) =>
            `Browsers send no body with ${method}. The curl command sends it.`
          }
          value={draft.body}
        />
      )}
    </div>
  );
}

/** Browsers write some methods in capitals. */
function methodHint(method: string): string | undefined {
  const sent = methodOfFetch(method);
  return sent === method ? undefined : `Browsers send ${sent}, the curl command ${method}.`;
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element to show itself in');
createRoot(root).render(
  <StrictMode>
    <ResendPage />
  </StrictMode>,
);
