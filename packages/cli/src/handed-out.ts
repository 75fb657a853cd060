import type { Command } from './command-line/command.ts';
import { everybodysGroup } from './commands/table.ts';
import { start } from './start.ts';

// The command as a service hands it out: to whoever knows a service over HTTP alone, the server is of no use.

const group = everybodysGroup((): readonly Command[] => group.commands);

await start([group]);
