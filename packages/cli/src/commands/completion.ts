import { type Command, defineCommand } from '../command-line/command.ts';

/** The command that completes all commands. It is one of them itself, so it gets them when it runs. */
export function completionOf(commands: () => readonly Command[]): Command {
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
