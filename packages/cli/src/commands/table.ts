import type { Command } from '../command.ts';
import { accountCommands } from './account.ts';
import { backupCommand } from './backup.ts';
import { billingCommands } from './billing.ts';
import { endpointCommands } from './endpoint.ts';
import { keyCommands } from './key.ts';
import { migrateStoreCommand } from './migrate-store.ts';
import { serveCommand } from './serve.ts';

/** Every command, in the order of the overview. A new one is a file beside this and a line here. */
export const commands: readonly Command[] = [
  serveCommand,
  ...accountCommands,
  ...keyCommands,
  ...endpointCommands,
  ...billingCommands,
  backupCommand,
  migrateStoreCommand,
];
