import type { Endpoint } from '@hookwell/client';
import type { Scheme } from '@hookwell/signatures';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { textLink } from '../../page/text-link.ts';
import { ShownText } from '../../request/shown-text.tsx';
import { receiveUrl, useService } from '../../service/service.ts';
import { SignatureBadge } from '../../signatures/signature-badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { OfferedFromContext } from '../fields/known-requests.ts';

interface FirstVerdictProps {
  endpoint: Endpoint;
  scheme: Scheme | undefined;
  since: number;
}

/** Says where the sender may send a test, and shows the verdict on the newest request as it arrives. */
export function FirstVerdict({ endpoint, scheme, since }: FirstVerdictProps) {
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
