import { bashWord } from '@hookwell/client/copying';
import { exampleTarget } from '../teaching/forwarding.tsx';

/**
 * The command that sends one captured request again.
 * @param start how the command is started
 */
export function replayCommand(start: string, id: number, target = exampleTarget): string {
  return `${start} replay ${id} --to ${bashWord(target)}`;
}
