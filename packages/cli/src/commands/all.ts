import type { Command, CommandGroup } from '../command-line/command.ts';
import {
  accountCommands,
  keyCommands,
  endpointCommands as operatorsEndpointCommands,
} from './operator/account.ts';
import { auditCommand, billingCommands } from './operator/audit.ts';
import { backupCommand, migrateStoreCommand } from './operator/migrate-store.ts';
import { serveCommand } from './operator/serve.ts';
import { everybodysGroup } from './table.ts';

/** Every command, in the order of the overview. A new command is a file beside this one and a line in its group. */
export const commandGroups: readonly CommandGroup[] = [
  everybodysGroup(() => commands),
  {
    audience: 'operators',
    commands: [
      serveCommand,
      ...accountCommands,
      ...keyCommands,
      ...operatorsEndpointCommands,
      ...billingCommands,
      auditCommand,
      backupCommand,
      migrateStoreCommand,
    ],
  },
];

export const commands: readonly Command[] = commandGroups.flatMap(({ commands }) => commands);
