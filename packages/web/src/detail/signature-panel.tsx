import type { CapturedRequestSummary, SignatureFinding } from '@hookwell/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SignatureBadge, signedWords } from '../request/badges.tsx';
import { ShownText } from '../request/shown-text.tsx';
import { isLookedInto } from '../request/use-request.ts';
import type { Narrow } from '../search/use-language.ts';
import type { Scheme } from '../signatures/scheme-table.ts';
import { documentationWords, isGeneral, useScheme } from '../signatures/schemes.ts';
import { textLink } from '../ui/controls.tsx';

interface SignaturePanelProps {
  summary: CapturedRequestSummary;
  signature: SignatureFinding;
  /** Of its endpoint, if that is still there. */
  token: string | undefined;
  onNarrow: Narrow;
}

/** The verdict on the signature of a request; if it is not right, why, and what can be done. */
export function SignaturePanel({ summary, signature, token, onNarrow }: SignaturePanelProps) {
  const { verdict, reason, signedAt } = signature;
  const scheme = useScheme(signature.scheme);
  const isValid = verdict === 'valid';
  const facts = [
    scheme?.title ?? signature.scheme,
    ...(isValid && reason !== undefined ? [reason] : []),
    // The reason of a stale one tells it.
    ...(signedAt === undefined || verdict === 'stale'
      ? []
      : [signedWords(signedAt, summary.receivedAt)]),
  ];
  return (
    <section
      aria-label="Signature"
      className={`basis-full text-xs ${isValid ? '' : 'rounded-lg border border-line bg-raised px-3 py-2'}`}
    >
      <p className="text-muted wrap-anywhere">
        <button
          aria-label={`Signature ${verdict}. Show only signature ${verdict}`}
          className="mr-1.5 inline-flex min-h-6 items-center rounded align-middle hover:opacity-80"
          onClick={() => onNarrow('signature', verdict)}
          title={`Show only signature ${verdict}`}
          type="button"
        >
          <SignatureBadge verdict={verdict} />
        </button>
        <ShownText text={facts.filter(Boolean).join(' · ')} />
      </p>
      {!isValid && (
        <>
          {reason !== undefined && (
            <p className="mt-1 text-[0.8125rem] wrap-anywhere">
              <ShownText text={reason} />
            </p>
          )}
          {!isLookedInto({ signature }) && (
            <WhatToDo reason={reason} scheme={scheme} token={token} verdict={verdict} />
          )}
        </>
      )}
      {scheme?.storesSecret === true && (
        <p className="mt-1 text-muted">
          This scheme sends its secret in a header whose name does not begin with X-, so the secret
          is stored with the request, and shown among its headers.
        </p>
      )}
    </section>
  );
}

interface WhatToDoProps {
  reason: string | undefined;
  scheme: Scheme | undefined;
  token: string | undefined;
  verdict: SignatureFinding['verdict'];
}

/** A hint that usually helps, and the field of the settings that it concerns. */
function WhatToDo({ reason = '', scheme, token, verdict }: WhatToDoProps) {
  const title = scheme === undefined || isGeneral(scheme) ? 'The sender' : scheme.title;
  switch (verdict) {
    case 'invalid': {
      // The reason says itself what to do once the cause is known, which may not be the secret.
      const isUnknown = reason === '' || reason.startsWith('No secret');
      const isOfSecret = isUnknown || !/The secret is right|body/.test(reason);
      return (
        <Advice
          field="secrets"
          link={isOfSecret ? 'Change the secret' : 'See the signature settings'}
          scheme={scheme}
          token={token}
        >
          {isUnknown && <>Compare the secret with the sender&apos;s. {secretWords(scheme)}</>}
        </Advice>
      );
    }
    case 'missing':
      return (
        <Advice field="scheme" link="Choose another scheme" scheme={scheme} token={token}>
          {title} signs once it knows the secret. {secretWords(scheme)}
        </Advice>
      );
    case 'stale':
      return (
        <Advice field="tolerance" link="Allow more time" scheme={scheme} token={token}>
          Check the clock of the sender, and whether the request was kept and sent again later: such
          a copy is stale as well.
        </Advice>
      );
    default:
      return (
        <Advice field="secrets" link="See the signature settings" scheme={scheme} token={token}>
          Check that the settings contain everything that the scheme needs.
        </Advice>
      );
  }
}

/** The sender's own name for the secret, and the place where it shows it. */
function secretWords(scheme: Scheme | undefined): string {
  if (scheme === undefined || isGeneral(scheme)) return '';
  const { words, where } = scheme.secret;
  return `${scheme.title} calls it \u201c${words}\u201d: ${where.charAt(0).toLowerCase()}${where.slice(1)}`;
}

interface AdviceProps {
  scheme: Scheme | undefined;
  token: string | undefined;
  field: 'scheme' | 'secrets' | 'tolerance';
  /** The words of the link to that field. */
  link: string;
  children: ReactNode;
}

function Advice({ scheme, token, field, link, children }: AdviceProps) {
  return (
    <p className="mt-1 text-muted">
      {children}{' '}
      <span className="inline-flex flex-wrap gap-x-3 [&>a]:py-1">
        {token !== undefined && (
          <Link
            className={textLink}
            params={{ token }}
            search={{ field }}
            to="/endpoints/$token/settings"
          >
            {link}
          </Link>
        )}
        {scheme !== undefined && (
          <a className={textLink} href={scheme.documentation} rel="noreferrer" target="_blank">
            {documentationWords(scheme)}
          </a>
        )}
      </span>
    </p>
  );
}
