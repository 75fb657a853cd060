import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { settingsQuery } from '../endpoints/settings-query.ts';
import { useLabel } from '../labels/use-labels.ts';
import { useMayChange } from '../session/may.ts';
import { guessSchemes } from '../signatures/scheme-facts.ts';
import { useSchemes } from '../signatures/use-schemes.ts';

/** The settings are not read again for every request that is shown. */
const settingsStayMs = 60_000;

interface VerifyOfferProps {
  summary: CapturedRequestSummary;
  token: string;
}

/** Offers to verify the signatures of a sender that is recognised, if the endpoint verifies none. */
export function VerifyOffer({ summary, token }: VerifyOfferProps) {
  const mayChange = useMayChange();
  const { sender } = useLabel(summary);
  const table = useSchemes(true);
  const [scheme] = table ? guessSchemes(table.schemes, { headers: summary.headers, sender }) : [];
  const { data: settings } = useQuery({
    ...settingsQuery(token),
    staleTime: settingsStayMs,
    refetchOnWindowFocus: false,
    enabled: scheme !== undefined,
  });
  if (!mayChange || scheme === undefined || settings === undefined || settings.verify !== undefined)
    return null;
  return (
    <Link
      className="-my-1 inline-block leading-6 text-accent underline underline-offset-2"
      params={{ token }}
      search={{ verify: scheme.name, try: String(summary.id) }}
      to="/endpoints/$token/settings"
    >
      Verify {possessive(sender ?? scheme.title)} signatures
    </Link>
  );
}

function possessive(name: string): string {
  return `${name}${name.endsWith('s') ? "'" : "'s"}`;
}
