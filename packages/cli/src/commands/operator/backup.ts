import { defineCommand } from '../../command-line/command.ts';
import { backup } from './as-operator.ts';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Copy an SQLite database into a file, also while the server runs.',
  details:
    'The database is checked first, and not copied if it is damaged. To restore, stop the server and put the file in\n' +
    'the place of the database. Secrets of endpoints are encrypted in it, and their key is not: it says where that is.',
  operands: { file: { placeholder: 'FILE', description: 'The file to write the copy to.' } },
  options: {
    overwrite: {
      type: 'flag',
      description: 'Replace the file if it exists, once the copy is whole.',
    },
  },
  examples: ['hookwell backup hookwell-backup.db'],
  async run({ file, overwrite }, surroundings) {
    const keys = await backup(surroundings, file, { overwrite });
    surroundings.note(`Copied the database to ${file}`);
    for (const place of keys) surroundings.print(sentenceOn(place));
  },
});

/** A sentence on the place of the key of the copy's secrets: the name of a setting, or a file. */
function sentenceOn(place: string | undefined): string {
  if (place === undefined)
    return 'The copy has secrets whose key is not here: they cannot be used.';
  if (place === 'HOOKWELL_SECRETS_KEY') {
    return 'The copy has secrets, which need the same HOOKWELL_SECRETS_KEY again. Keep that too.';
  }
  return `The copy has secrets, which need the key in ${place}. Keep a copy of that file too, in another place.`;
}
