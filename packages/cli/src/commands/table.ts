import type { Command, CommandGroup } from '../command.ts';
import { accountCommands } from './account.ts';
import { backupCommand } from './backup.ts';
import { billingCommands } from './billing.ts';
import { completionOf } from './completion.ts';
import { endpointCommands as operatorsEndpointCommands } from './endpoint.ts';
import { endpointsCommands } from './endpoints.ts';
import { keyCommands } from './key.ts';
import { listenCommand } from './listen.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { mcpCommand } from './mcp.ts';
import { migrateStoreCommand } from './migrate-store.ts';
import { openCommand } from './open.ts';
import { replayCommand } from './replay.ts';
import { requestsCommands } from './requests.ts';
import { sendCommand } from './send.ts';
import { serveCommand } from './serve.ts';
import { waitCommand } from './wait.ts';
import { whoamiCommand } from './whoami.ts';

/** Every command, in the order of the overview. A new one is a file beside this and a line here. */
export const commandGroups: readonly CommandGroup[] = [
  {
    audience: 'everybody',
    commands: [
      loginCommand,
      logoutCommand,
      whoamiCommand,
      ...endpointsCommands,
      ...requestsCommands,
      listenCommand,
      replayCommand,
      waitCommand,
      sendCommand,
      openCommand,
      mcpCommand,
      completionOf(() => commands),
    ],
  },
  {
    audience: 'operators',
    commands: [
      serveCommand,
      ...accountCommands,
      ...keyCommands,
      ...operatorsEndpointCommands,
      ...billingCommands,
      backupCommand,
      migrateStoreCommand,
    ],
  },
];

export const commands: readonly Command[] = commandGroups.flatMap(({ commands }) => commands);
