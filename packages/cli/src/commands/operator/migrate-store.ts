import type { StoreMigrationProgress } from '@hookwell/server/operator';
import { defineCommand } from '../../command-line/command.ts';
import { textTable } from '../../output/text-table.ts';
import { migrateStore } from './as-operator.ts';

/** The digits of a checksum that are printed: enough to show a difference. */
const shownDigits = 16;

export const migrateStoreCommand = defineCommand({
  name: 'migrate-store',
  summary: 'Move everything from an SQLite database to PostgreSQL.',
  details:
    'Stop the server first. Accounts, endpoints, keys, sessions, payments and captured requests keep their\n' +
    'ids. Both sides are compared at the end; no server starts on the new database before. The old database\n' +
    'does not change. If the command is interrupted, run it again: it goes on where it stopped.\n' +
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
    const rows = tables.map(({ name, rows, checksum }) => [
      name,
      String(rows),
      checksum.slice(0, shownDigits),
    ]);
    print(textTable(['TABLE', 'ROWS', 'SHA-256'], rows));
    if (replacedTexts > 0) {
      print(`${replacedTexts} names had the character U+0000, which is U+FFFD now.`);
    }
    print('All of it was moved, and is the same on both sides. Set HOOKWELL_DATABASE_URL to what');
    print('--to names and start the server. The old database has not changed.');
  },
});

function progressLine({ step, table, rows, of }: StoreMigrationProgress): string {
  const percent = of === 0 ? 100 : Math.floor((rows / of) * 100);
  return `${step} ${table}: ${rows} of ${of} rows (${percent} %)`;
}
