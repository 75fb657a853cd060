import type { Principal } from '@hookwell/client';
import { bashWord } from '@hookwell/client/copying';
import { CommandBox } from '../ui/copy-button.tsx';

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
