import { defineCommand } from '../../command-line/command.ts';
import { backup } from './as-operator.ts';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Copy an SQLite database into a file, also while the server runs.',
  details: 'To restore, stop the server and put the file in the place of the database.',
  operands: { file: { placeholder: 'FILE', description: 'The file to write the copy to.' } },
  options: {
    overwrite: {
      type: 'flag',
      description: 'Replace the file if it exists, once the copy is whole.',
    },
  },
  examples: ['hookwell backup hookwell-backup.db'],
  async run({ file, overwrite }, surroundings) {
    await backup(surroundings, file, { overwrite });
  },
});
