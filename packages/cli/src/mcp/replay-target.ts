import { errorMessage } from '@hookwell/contract/error-message';
import { z } from 'zod';
import { parseTarget } from '../sending/target-address.ts';
import { mayReplayTo } from './replay-hosts.ts';
import { ToolFailure } from './tool.ts';

export const targetInput = z
  .string()
  .describe('The URL to send to: http://localhost:3000/hook. The path after the token is added.');

/**
 * The target that the assistant named.
 * @throws {ToolFailure} if the text is no such address, or nothing may be sent there
 */
export function allowedTarget(text: string, allowedHosts: readonly string[]): URL {
  const target = targetOf(text);
  if (mayReplayTo(target, allowedHosts)) return target;
  throw new ToolFailure(
    `Nothing may be sent to ${target.host}: only this machine (localhost) is allowed, and what ` +
      '"hookwell mcp --allow-replay-to HOST" names',
  );
}

function targetOf(text: string): URL {
  try {
    return parseTarget(text);
  } catch (error) {
    throw new ToolFailure(errorMessage(error));
  }
}
