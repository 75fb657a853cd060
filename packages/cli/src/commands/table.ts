import { type Command, type CommandGroup, defineCommand } from '../command-line/command.ts';
import { applyCommand } from './apply.ts';
import { checkCommand } from './check.ts';
import { deliveriesCommand } from './deliveries.ts';
import { endpointsCommands, endpointsSettings } from './endpoints.ts';
import { gradeCommand } from './grade.ts';
import { listenCommand } from './listen.ts';
import { loginCommand } from './login.ts';
import { mcpCommand } from './mcp.ts';
import { replayCommand } from './replay.ts';
import { eventsCommand, freshCommand, refusalsCommand, usageCommand } from './reports.ts';
import { requestsClear, requestsList } from './requests-list.ts';
import { requestsExport, requestsShow } from './requests-show.ts';
import { schemaCommand } from './schema.ts';
import { sendCommand } from './send.ts';
import { logoutCommand, openCommand, registerCommand, whoamiCommand } from './session.ts';
import { shareCommands } from './share.ts';
import { verifyCommand } from './verify.ts';
import { waitCommand } from './wait.ts';

/**
 * The commands that talk to a service, in the order of the overview.
 * @param all every command that there is, for the completion
 */
export function everybodysGroup(all: () => readonly Command[]): CommandGroup {
  return {
    audience: 'everybody',
    commands: [
      loginCommand,
      registerCommand,
      logoutCommand,
      whoamiCommand,
      ...endpointsCommands,
      endpointsSettings,
      applyCommand,
      requestsList,
      requestsShow,
      requestsClear,
      requestsExport,
      deliveriesCommand,
      refusalsCommand,
      eventsCommand,
      schemaCommand,
      checkCommand,
      usageCommand,
      listenCommand,
      replayCommand,
      waitCommand,
      freshCommand,
      gradeCommand,
      verifyCommand,
      sendCommand,
      ...shareCommands,
      openCommand,
      mcpCommand,
      completionOf(all),
    ],
  };
}

/** The command that completes all commands. It is one of them itself, so it gets them when it runs. */
function completionOf(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a script that makes a shell complete this command.',
    details:
      'bash: source <(hookwell completion bash)\n' +
      'zsh:  source <(hookwell completion zsh), after compinit\n' +
      'fish: hookwell completion fish | source\n' +
      'Put the same line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish to keep it.',
    operands: {
      shell: {
        placeholder: 'SHELL',
        description: 'bash, zsh or fish.',
        oneOf: ['bash', 'zsh', 'fish'],
      },
    },
    examples: ['source <(hookwell completion bash)', 'hookwell completion fish | source'],
    async run({ shell }, { write }) {
      const [{ completedCommands }, { bashCompletion }, { zshCompletion }, { fishCompletion }] =
        await Promise.all([
          import('../completion/words.ts'),
          import('../completion/bash.ts'),
          import('../completion/zsh.ts'),
          import('../completion/fish.ts'),
        ]);
      const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
      await write(scripts[shell](await completedCommands(commands())));
    },
  });
}
