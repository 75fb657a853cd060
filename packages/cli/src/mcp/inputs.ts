import { type Match, parseMatch } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { z } from 'zod';
import { ToolFailure } from './tool.ts';

// Inputs that several tools have.

export const endpointInput = z
  .string()
  .regex(
    /^([0-9A-Za-z]+|https?:\/\/.*\/wh\/[0-9A-Za-z]+([/?#].*)?)$/,
    'must be a token or a receive URL',
  )
  .transform((text) => /\/wh\/([^/?#]+)/.exec(text)?.[1] ?? text)
  .describe('The token of the endpoint, or its receive URL');

export const idInput = z.int().min(1).describe('The id of the captured request');

export const matchInput = z
  .string()
  .describe(
    'Which requests are meant: terms between spaces, all of which must hold. method:POST, path:/orders, ' +
      'header:name or header:name=value, query:name=value, json:data.id or json:type=invoice.paid, ' +
      'body:text. Quotes keep spaces together: body:"thank you". Empty means any request.',
  );

/**
 * The match that the text means.
 * @throws {ToolFailure} if the text is no match
 */
export function matchOf(text: string): Match {
  try {
    return parseMatch(text);
  } catch (error) {
    throw new ToolFailure(errorMessage(error));
  }
}
