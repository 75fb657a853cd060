import type { PlanOffer, Principal } from '@hookwell/client';
import { bashWord } from '@hookwell/client/copying';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { usePrincipal } from '../session/session.ts';
import { CommandBox } from '../ui/copy-button.tsx';

const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: ({ signal }) => client.billing.plans({ signal }),
});

/** Every plan, with the page that sells it to this account if it is sold. Suspends until they are known. */
export function useOffers(): PlanOffer[] {
  // A new visitor's session begins with reading the principal, so that comes first.
  usePrincipal();
  return useSuspenseQuery(offersQuery).data;
}

interface OperatorCommandProps {
  principal: Principal;
  plan: string;
}

/** Shows the operator's command that sets a plan, where this account cannot buy one. */
export function OperatorCommand({ principal: { id, email }, plan }: OperatorCommandProps) {
  const who = email === undefined ? `--id ${id}` : `--email ${bashWord(email)}`;
  const command = `hookwell account set-plan ${who} --plan ${plan}`;
  return (
    <>
      <p className="mt-1 mb-3 text-muted">
        The operator of this service sets the plan of an account, with effect at once:
      </p>
      <CommandBox label="the command" text={command} />
    </>
  );
}
