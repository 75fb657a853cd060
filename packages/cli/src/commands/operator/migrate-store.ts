import type { StoreMigrationProgress } from '@hookwell/server/operator';
import { defineCommand } from '../../command-line/command.ts';
import { textTable } from '../../output/text.ts';
import { backup, migrateStore } from './as-operator.ts';

export const migrateStoreCommand = defineCommand({
  name: 'migrate-store',
  summary: 'Move everything from an SQLite database to PostgreSQL.',
  details:
    'Stop the server first. Accounts, endpoints, keys, sessions, payments and captured requests keep their\n' +
    'ids. Rows are counted on both sides at the end. The old database does not change. If the command is\n' +
    'interrupted, the new database stays empty: run it again.\n' +
    'If endpoints have secrets, HOOKWELL_SECRETS_KEY must be the key that they are to have: 32 bytes in Base64.',
  options: {
    from: {
      type: 'text',
      placeholder: 'URL',
      description: 'The SQLite database, as in HOOKWELL_DATABASE_URL: sqlite:./data/hookwell.db',
      required: true,
    },
    to: {
      type: 'text',
      placeholder: 'URL',
      description:
        'An empty PostgreSQL database. The password may be in PGPASSWORD instead of the URL.',
      required: true,
    },
  },
  examples: [
    'hookwell migrate-store --from sqlite:./data/hookwell.db --to postgres://hookwell@localhost/hookwell',
  ],
  async run({ from, to }, surroundings) {
    const { progress, print } = surroundings;
    const { tables, replacedTexts } = await migrateStore(surroundings, {
      from,
      to,
      onProgress: (state) => progress.show(progressLine(state)),
    }).finally(() => progress.end());
    const rows = tables.map(({ name, rows }) => [name, String(rows)]);
    print(textTable(['TABLE', 'ROWS'], rows));
    if (replacedTexts > 0) {
      print(`${replacedTexts} names had the character U+0000, which is U+FFFD now.`);
    }
    print(
      'All of it was moved. Set HOOKWELL_DATABASE_URL to what --to names and start the server.',
    );
    print('The old database has not changed.');
  },
});

function progressLine({ table, rows, of }: StoreMigrationProgress): string {
  const percent = of === 0 ? 100 : Math.floor((rows / of) * 100);
  return `copying ${table}: ${rows} of ${of} rows (${percent} %)`;
}

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
