import type { Principal } from '@hookwell/client';
import { bashWord } from '@hookwell/client/copying';
import { CommandBox } from '../ui/command-box.tsx';

/** Where nothing is sold, whoever runs the service sets the plan. Says how. */
export function OperatorCommand({ principal }: { principal: Principal }) {
  const { email } = principal;
  if (email === undefined) return null;
  const command = `hookwell account set-plan --email ${bashWord(email)} --plan plus`;
  return (
    <>
      <p className="mt-1 mb-3 text-muted">
        Plans are not sold here. Whoever runs this service sets them, with effect at once:
      </p>
      <CommandBox label="the command" text={command} />
    </>
  );
}
