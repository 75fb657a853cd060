import { type Command, defineCommand } from '../command-line/command.ts';

/** Of all these commands, once it runs: it is one of them itself. */
export function completionOf(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print the script that has a shell complete this command.',
    details:
      'bash: source <(hookwell completion bash)\n' +
      'zsh:  source <(hookwell completion zsh), after compinit\n' +
      'fish: hookwell completion fish | source\n' +
      'The same line in ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish makes it last.',
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
