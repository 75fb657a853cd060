import { commandGroups } from './commands/all.ts';
import { start } from './start.ts';

await start(commandGroups);
