import type { CreatedShare, Endpoint, NewShare, SharedRequest } from '@hookwell/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { basePath, teamId } from '../page/this-page.ts';
import { usePrincipal } from '../session/session.ts';
import { Button, Spinner, textLink } from '../ui/controls.tsx';
import { Dialog, ShownOnceDialog } from '../ui/dialog.tsx';
import { Field, inputClass, RadioChoice } from '../ui/field.tsx';
import { FailureAlert, failureOf, useSubmission } from '../ui/form.tsx';
import { HiddenLegend, SharedRequests, ShownUntil } from './shared-requests.tsx';
import { createShare, previewQuery } from './shares.ts';

interface ShareDialogProps {
  /** An endpoint, or the id of a captured request. */
  subject: Endpoint | number;
  onClose: () => void;
}

/** Shows a request, or those of an endpoint, to whoever gets the link. */
export function ShareDialog({ subject, onClose }: ShareDialogProps) {
  const { isGuest } = usePrincipal();
  const [created, setCreated] = useState<CreatedShare>();
  const isRequest = typeof subject === 'number';
  const title = isRequest ? `Share request #${subject}` : `Share ${subject.badgeName}`;
  if (created !== undefined)
    return (
      <ShownOnceDialog noun="link" onClose={onClose} text={created.url} title={title}>
        Whoever has this link sees it, until <ShownUntil at={created.expiresAt} />. To end it
        earlier, stop sharing on the page of{' '}
        <a className={textLink} href={teamId === undefined ? '/account' : `${basePath}/team`}>
          {teamId === undefined ? 'the account' : 'the team'}
        </a>
        .
      </ShownOnceDialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title={title} width={isGuest ? 'narrow' : 'wide'}>
      {isGuest ? (
        <p>
          Sharing needs an account:{' '}
          <Link className={textLink} onClick={onClose} to="/register">
            create one
          </Link>{' '}
          or{' '}
          <Link className={textLink} onClick={onClose} to="/login">
            log in
          </Link>
          , and everything here comes along.
        </p>
      ) : (
        <ShareForm
          onCreated={setCreated}
          shown={isRequest ? { request: subject } : { endpoint: subject.token }}
        />
      )}
    </Dialog>
  );
}

interface SharePreview {
  requests: readonly SharedRequest[] | undefined;
  /** Whether the requests are what the share would show, as it is chosen now. */
  isShown: boolean;
  error: Error | null;
}

/** Names are being typed until nothing is typed for this time. */
const typingMs = 400;

/** What a share would show, by the service. While it is read anew, the last one stays. */
function usePreview(share: Omit<NewShare, 'days'>): SharePreview {
  const wanted = JSON.stringify(share);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), typingMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  // It was written from such a value above.
  const asked = JSON.parse(settled) as Omit<NewShare, 'days'>;
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(asked),
    placeholderData: keepPreviousData,
  });
  const isShown = data !== undefined && !isPlaceholderData && settled === wanted && error === null;
  return { requests: data?.requests, isShown, error };
}

interface ShareFormProps {
  /** What is to be shown. */
  shown: Pick<NewShare, 'request' | 'endpoint'>;
  onCreated: (created: CreatedShare) => void;
}

const offeredDays = [1, 7, 30, 90];

/** The choices of what is hidden and for how long, with what others will see. */
function ShareForm({ shown, onCreated }: ShareFormProps) {
  const [redact, setRedact] = useState<NewShare['redact']>('secrets');
  const [names, setNames] = useState('');
  const [days, setDays] = useState(7);
  const share = { ...shown, redact, fields: namesIn(names) };
  const preview = usePreview(share);
  const submission = useSubmission<'fields'>({
    check: () => undefined,
    run: async () => onCreated(await createShare({ ...share, days })),
    explain: (error) => failureOf(error, { fields: 'fields' }),
  });
  return (
    <form
      aria-label="New share"
      className="space-y-4"
      {...submission.formProps}
      onSubmit={(event) => {
        // Only what was seen is shared.
        if (preview.isShown) submission.formProps.onSubmit(event);
        else event.preventDefault();
      }}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1 font-medium">What is hidden</legend>
        <RadioChoice
          hint="Values whose names tell of passwords, tokens, signatures or cards, and cookies."
          isChosen={redact === 'secrets'}
          label="Secrets"
          name="redact"
          onChoose={() => setRedact('secrets')}
        />
        <RadioChoice
          hint="Only names, and the shapes of bodies, stay."
          isChosen={redact === 'values'}
          label="All values"
          name="redact"
          onChoose={() => setRedact('values')}
        />
      </fieldset>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[1fr_10rem]">
        <Field
          autoCapitalize="none"
          autoComplete="off"
          hint="Further names of headers, parameters, fields, JSON members. Commas stand between them."
          label="Also hide"
          name="fields"
          onChange={(event) => setNames(event.target.value)}
          placeholder="email, tax_id"
          problem={submission.problemOf('fields')}
          spellCheck={false}
          value={names}
        />
        <label className="font-medium">
          Ends after
          <select
            className={`${inputClass} mt-1 block font-normal`}
            onChange={(event) => setDays(Number(event.target.value))}
            value={days}
          >
            {offeredDays.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Preview isOfEndpoint={shown.endpoint !== undefined} preview={preview} />
      <div className="-bottom-4 -mx-4 -mb-4 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-surface px-4 py-3 tall:sticky">
        <FailureAlert failure={submission.failure} />
        <Button
          aria-disabled={submission.isBusy || !preview.isShown}
          className="ml-auto"
          tone="primary"
          type="submit"
        >
          Create link
        </Button>
      </div>
    </form>
  );
}

/** The names in a text with commas between them, each once. */
function namesIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

interface PreviewProps {
  preview: SharePreview;
  isOfEndpoint: boolean;
}

/** Exactly what others will see. */
function Preview({ preview: { requests, isShown, error }, isOfEndpoint }: PreviewProps) {
  return (
    <section aria-busy={!isShown && error === null} aria-label="What others will see">
      <h3 className="mb-1 flex items-center gap-2 font-medium">
        What others will see
        {!isShown && error === null && <Spinner className="size-4" label="Loading the preview" />}
      </h3>
      <div className="mb-2 text-xs text-muted">
        <HiddenLegend />
        {isOfEndpoint && <p>Older requests, and those that arrive later, are shown too.</p>}
      </div>
      <FailureAlert failure={error === null ? undefined : failureOf(error)} />
      {error === null && requests !== undefined && (
        <Requests isShown={isShown} requests={requests} />
      )}
    </section>
  );
}

function Requests({
  requests,
  isShown,
}: Pick<SharePreview, 'isShown'> & { requests: NonNullable<SharePreview['requests']> }) {
  if (requests.length === 0)
    return <p className="text-muted">Nothing has been captured yet. What arrives is shown.</p>;
  return (
    <div className={isShown ? '' : 'opacity-50'}>
      <SharedRequests level={3} requests={requests.map((request, key) => ({ key, request }))} />
    </div>
  );
}
