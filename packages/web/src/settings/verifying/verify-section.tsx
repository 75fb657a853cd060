import type { Endpoint, EndpointSettings } from '@hookwell/client';
import { findScheme, type Scheme, schemes } from '@hookwell/core/signatures';
import { Link } from '@tanstack/react-router';
import { useContext, useEffect, useMemo, useState } from 'react';
import { settingsQuery } from '../../endpoints/settings-query.ts';
import { useKnownSenders } from '../../labels/use-labels.ts';
import { SignatureBadge } from '../../request/badges.tsx';
import { ShownText } from '../../request/shown-text.tsx';
import { queryClient, receiveUrl, useService } from '../../service/client.ts';
import { documentationWords, guessSchemes, isGeneral } from '../../signatures/schemes.ts';
import { textLink } from '../../ui/controls.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { type DraftVerify, judgesTime, textField, withScheme } from '../draft/draft-verify.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { Labelled, Section } from '../fields/labelled.tsx';
import { SuggestedField } from '../fields/suggested-field.tsx';
import { OfferedFromContext } from '../offered-requests.ts';
import { CustomFields } from './custom-fields.tsx';
import { SecretList } from './secret-list.tsx';

interface SchemeSelectProps {
  /** The name of the scheme; `undefined`: nothing is verified. */
  value: string | undefined;
  onChange: (scheme: string | undefined) => void;
  fault: string | undefined;
}

const mostGuesses = 3;

/** The schemes by their titles: those of captured requests first, then those of single senders. */
function SchemeSelect({ value, onChange, fault }: SchemeSelectProps) {
  const guessed = useGuessedSchemes();
  const isKnown = value === undefined || findScheme(value) !== undefined;
  return (
    <div data-settings-field="scheme">
      <Labelled fault={fault} label="Signed by">
        {(field) => (
          <select
            {...field}
            className={inputClass}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
            value={value ?? ''}
          >
            <option value="">Nobody: not verified</option>
            {!isKnown && <option value={value}>{value}</option>}
            <Group label="Seen in captured requests" schemes={guessed} />
            <Group
              label="Senders"
              schemes={byTitle.filter((scheme) => !isGeneral(scheme) && !guessed.includes(scheme))}
            />
            <Group
              label="For many senders"
              schemes={byTitle.filter((scheme) => isGeneral(scheme) && !guessed.includes(scheme))}
            />
          </select>
        )}
      </Labelled>
    </div>
  );
}

const byTitle = schemes.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
function Group({ label, schemes }: { label: string; schemes: readonly Scheme[] }) {
  if (schemes.length === 0) return null;
  return (
    <optgroup label={label}>
      {schemes.map(({ name, title }) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

/** The schemes that the captured requests may be signed by, the newest first. */
function useGuessedSchemes(): readonly Scheme[] {
  const { requests } = useContext(OfferedFromContext);
  const senders = useKnownSenders(requests);
  return useMemo(() => {
    const found = requests.flatMap(({ headers }, index) =>
      guessSchemes(schemes, { headers, sender: senders[index] }),
    );
    return [...new Set(found)].slice(0, mostGuesses);
  }, [requests, senders]);
}

interface VerifySectionProps {
  endpoint: Endpoint;
  verify: DraftVerify | undefined;
  /** The settings that are stored now. */
  stored: EndpointSettings['verify'];
  /** Whether the draft is what is stored. */
  isSaved: boolean;
  /** Verdicts on later requests than this one are on these settings. */
  since: number;
  faults: readonly Fault[];
  onChange: (verify: DraftVerify | undefined) => void;
}

/** Whose signatures are verified, and with which secrets. */
export function VerifySection(props: VerifySectionProps) {
  const { endpoint, verify, stored, isSaved, since, faults, onChange } = props;
  const scheme = verify && findScheme(verify.scheme);
  useHandshakeSecret(endpoint.token, stored);
  const change = (changes: Partial<DraftVerify>) => verify && onChange({ ...verify, ...changes });
  return (
    <Section
      explanation="Verified as a request arrives, with all of its headers, including those that begin with X-. The verdict is stored with the request."
      title="Signatures"
    >
      <div className="space-y-4 rounded-lg border border-line bg-surface p-3">
        <SchemeSelect
          fault={faultAt(faults, 'verify.scheme')}
          onChange={(name) => onChange(name === undefined ? undefined : withScheme(verify, name))}
          value={verify?.scheme}
        />
        {verify === undefined ? (
          stored?.secrets !== undefined && (
            <p className="text-xs text-warn">Its secrets are deleted when you save.</p>
          )
        ) : (
          <>
            <SchemeNotes scheme={scheme} />
            <SecretList
              faults={faults}
              onChange={(secrets) => change({ secrets, hasEmptyList: secrets.length === 0 })}
              scheme={scheme}
              secrets={verify.secrets}
            />
            <SchemeFields change={change} faults={faults} scheme={scheme} verify={verify} />
            {isSaved && <FirstVerdict endpoint={endpoint} scheme={scheme} since={since} />}
          </>
        )}
      </div>
    </Section>
  );
}

/** Reads the settings anew with each arrival, as long as a handshake may bring their secret. */
function useHandshakeSecret(token: string, stored: EndpointSettings['verify']): void {
  const { requests } = useContext(OfferedFromContext);
  const newestId = requests[0]?.id;
  const byHandshake = findScheme(stored?.scheme ?? '')?.secret.byHandshake === true;
  const isWaiting = byHandshake && (stored?.secrets?.length ?? 0) === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival may be the handshake
  useEffect(() => {
    if (isWaiting) void queryClient.invalidateQueries(settingsQuery(token));
  }, [isWaiting, token, newestId]);
}

function SchemeNotes({ scheme }: { scheme: Scheme | undefined }) {
  if (scheme === undefined) return null;
  return (
    <div className="space-y-1 text-xs text-muted">
      {scheme.name !== 'custom' && scheme.name !== 'token' && (
        <p>
          <a className={textLink} href={scheme.documentation} rel="noreferrer" target="_blank">
            {documentationWords(scheme)}
          </a>
          , in its own documentation.
        </p>
      )}
      {scheme.storesSecret === true && (
        <p className="text-warn">
          Its secret is sent in a header whose name does not begin with X-, so it is stored with
          every request and shown among its headers.
        </p>
      )}
    </div>
  );
}

interface SchemeFieldsProps {
  scheme: Scheme | undefined;
  verify: DraftVerify;
  change: (changes: Partial<DraftVerify>) => void;
  faults: readonly Fault[];
}

/** The fields that only some schemes have. */
function SchemeFields({ scheme, verify, change, faults }: SchemeFieldsProps) {
  return (
    <>
      {verify.scheme === 'token' && (
        <SuggestedField
          {...textField('header', verify, change)}
          className="max-w-sm"
          fault={faultAt(faults, 'verify.header')}
          hint="Its value is the secret. If its name does not begin with X-, it is stored with every request."
          label="Header"
          options={[{ label: 'X-Webhook-Token' }, { label: 'X-Api-Key' }]}
        />
      )}
      {verify.scheme === 'paypal' && (
        <SuggestedField
          {...textField('webhookId', verify, change)}
          className="max-w-sm"
          fault={faultAt(faults, 'verify.webhookId')}
          hint="It is signed as well. PayPal shows it beside the webhook."
          label="Webhook ID"
          options={[]}
        />
      )}
      {verify.scheme === 'custom' && (
        <CustomFields faults={faults} onChange={change} verify={verify} />
      )}
      {judgesTime(scheme, verify) && (
        <Tolerance change={change} faults={faults} scheme={scheme} verify={verify} />
      )}
    </>
  );
}

function Tolerance({ scheme, verify, change, faults }: SchemeFieldsProps) {
  // Later on, it is the user who folds it.
  const [beginsOpen] = useState(verify.tolerance !== '');
  return (
    <details data-settings-field="tolerance" open={beginsOpen}>
      <summary className="w-fit text-xs font-medium text-muted">More</summary>
      <SuggestedField
        className="mt-2 max-w-sm"
        fault={faultAt(faults, 'verify.tolerance')}
        hint="How far the signed time may be from the time of arrival, before or after it. Beyond that, the signature is stale."
        inputMode="numeric"
        label="Tolerance in seconds"
        onChange={(typed) => change({ tolerance: typed.replace(/\D/g, '').slice(0, 9) })}
        options={[{ label: '60' }, { label: '300' }, { label: '3600', hint: 'An hour' }]}
        placeholder={String(scheme?.tolerance ?? 300)}
        value={verify.tolerance}
      />
    </details>
  );
}

interface FirstVerdictProps {
  endpoint: Endpoint;
  scheme: Scheme | undefined;
  since: number;
}

/** Says where the sender may send a test, and shows the verdict on the newest request as it arrives. */
function FirstVerdict({ endpoint, scheme, since }: FirstVerdictProps) {
  const { requests } = useContext(OfferedFromContext);
  const newest = requests.find(({ id, signature }) => id > since && signature !== undefined);
  const url = receiveUrl(useService(), endpoint.token);
  return (
    <div className="border-t border-line pt-3">
      {newest?.signature === undefined ? (
        <>
          <p>
            Let {scheme === undefined ? 'the sender' : scheme.title} send a test to this URL. The
            verdict shows here as it arrives:
          </p>
          <div className="mt-1.5 flex items-center rounded-lg border border-line bg-raised pl-2.5">
            <code className="min-w-0 truncate text-[0.8125rem] select-all" title={url}>
              {url}
            </code>
            <CopyButton className="ml-auto" label="the receive URL" text={url} />
          </div>
        </>
      ) : null}
      <p role="status">
        {newest?.signature !== undefined && (
          <>
            <SignatureBadge verdict={newest.signature.verdict} />{' '}
            {newest.signature.reason !== undefined && (
              <span className="wrap-anywhere">
                <ShownText text={newest.signature.reason} />{' '}
              </span>
            )}
            <Link
              className={textLink}
              params={{ token: endpoint.token, id: String(newest.id) }}
              to="/endpoints/$token/requests/$id"
            >
              Request #{newest.id}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
