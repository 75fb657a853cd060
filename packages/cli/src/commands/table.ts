import type { Command, CommandGroup } from '../command-line/command.ts';
import { applyCommand } from './apply.ts';
import { checkCommand } from './check.ts';
import { completionOf } from './completion.ts';
import { deliveriesCommand } from './deliveries.ts';
import { endpointsCommands } from './endpoints.ts';
import { endpointsSettings } from './endpoints-settings.ts';
import { eventsCommand } from './events.ts';
import { freshCommand } from './fresh.ts';
import { gradeCommand } from './grade.ts';
import { listenCommand } from './listen.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { mcpCommand } from './mcp.ts';
import { openCommand } from './open.ts';
import { refusalsCommand } from './refusals.ts';
import { registerCommand } from './register.ts';
import { replayCommand } from './replay.ts';
import { requestsClear } from './requests-clear.ts';
import { requestsExport } from './requests-export.ts';
import { requestsList } from './requests-list.ts';
import { requestsShow } from './requests-show.ts';
import { schemaCommand } from './schema.ts';
import { sendCommand } from './send.ts';
import { shareCommands } from './share.ts';
import { usageCommand } from './usage.ts';
import { verifyCommand } from './verify.ts';
import { waitCommand } from './wait.ts';
import { whoamiCommand } from './whoami.ts';

/**
 * The commands that talk to a service, in the order of the overview.
 * @param all every command that there is, for the completion
 */
export function everybodysGroup(all: () => readonly Command[]): CommandGroup {
  return {
    audience: 'everybody',
    commands: [
      loginCommand,
      registerCommand,
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
      refusalsCommand,
      eventsCommand,
      schemaCommand,
      checkCommand,
      usageCommand,
      listenCommand,
      replayCommand,
      waitCommand,
      freshCommand,
      gradeCommand,
      verifyCommand,
      sendCommand,
      ...shareCommands,
      openCommand,
      mcpCommand,
      completionOf(all),
    ],
  };
}
