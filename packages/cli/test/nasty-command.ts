import { defineCommand } from '../src/command-line/command.ts';

/** Characters that every script must be able to quote. */
export const nasty = defineCommand({
  name: 'try',
  summary: `It's [a] \\ "test": of $HOME \`id\``,
  operands: {
    file: { placeholder: 'FILE', description: "What's in it.", optional: true, repeatable: true },
  },
  options: {
    sample: {
      type: 'text',
      placeholder: 'SAMPLE',
      description: `It's [one] of: \\ "these"`,
      repeatable: true,
      suggestions: async () => ['github:push', 'github:pull', 'no good'],
    },
  },
  examples: [],
  run: async () => {},
});
