import type { Command, CommandGroup } from '../command-line/command.ts';
import { applyCommand } from './apply.ts';
import { completionOf } from './completion.ts';
import { deliveriesCommand } from './deliveries.ts';
import { endpointsCommands } from './endpoints.ts';
import { endpointsSettings } from './endpoints-settings.ts';
import { gradeCommand } from './grade.ts';
import { listenCommand } from './listen.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { mcpCommand } from './mcp.ts';
import { openCommand } from './open.ts';
import { accountCommands } from './operator/account.ts';
import { backupCommand } from './operator/backup.ts';
import { billingCommands } from './operator/billing.ts';
import { endpointCommands as operatorsEndpointCommands } from './operator/endpoint.ts';
import { keyCommands } from './operator/key.ts';
import { migrateStoreCommand } from './operator/migrate-store.ts';
import { serveCommand } from './operator/serve.ts';
import { replayCommand } from './replay.ts';
import { requestsClear } from './requests-clear.ts';
import { requestsExport } from './requests-export.ts';
import { requestsList } from './requests-list.ts';
import { requestsShow } from './requests-show.ts';
import { sendCommand } from './send.ts';
import { usageCommand } from './usage.ts';
import { verifyCommand } from './verify.ts';
import { waitCommand } from './wait.ts';
import { whoamiCommand } from './whoami.ts';

/** Every command, in the order of the overview. A new command is a file beside this one and a line here. */
export const commandGroups: readonly CommandGroup[] = [
  {
    audience: 'everybody',
    commands: [
      loginCommand,
      logoutCommand,
      whoamiCommand,
      ...endpointsCommands,
      endpointsSettings,
      applyCommand,
      requestsList,
      requestsShow,
      requestsClear,
      requestsExport,
      deliveriesCommand,
      usageCommand,
      listenCommand,
      replayCommand,
      waitCommand,
      gradeCommand,
      verifyCommand,
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
