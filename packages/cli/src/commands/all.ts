import type { Command, CommandGroup } from '../command-line/command.ts';
import { accountCommands } from './operator/account.ts';
import { auditCommand } from './operator/audit.ts';
import { backupCommand } from './operator/backup.ts';
import { billingCommands } from './operator/billing.ts';
import { endpointCommands as operatorsEndpointCommands } from './operator/endpoint.ts';
import { keyCommands } from './operator/key.ts';
import { migrateStoreCommand } from './operator/migrate-store.ts';
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
