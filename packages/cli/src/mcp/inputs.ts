import { bodyKinds, MatchError, matchFields, parseMatch } from '@hookwell/match';
import { z } from 'zod';
import { cut } from './bounds.ts';
import { ToolFailure } from './tool.ts';

// Inputs that several tools have.

/** An input of this kind is called `endpoint`: a tool gets the token that it means (`tool.ts`). */
export const endpointInput = z
  .string()
  .min(1)
  .max(2000)
  .describe('The endpoint: its token, its receive URL or its name');

export const idInput = z.int().min(1).describe('The id of the captured request');

/** How long a tool may take: `use` is what it does meanwhile. */
export function timeoutInput(bounds: { least: number; usual: number; use: 'wait' | 'watch' }) {
  return z
    .number()
    .min(bounds.least)
    .max(600)
    .default(bounds.usual)
    .describe(
      `The longest time to ${bounds.use}. More than 50 is cut to 50 for clients that do not ask for progress`,
    );
}

const fields = matchFields.map(({ name }) => name).join(', ');

export const matchInput = z
  .string()
  .describe(
    'Which requests are meant: terms between white space, all of which must hold. word (anywhere, body too), ' +
      'field:text (contains), field=text (is exactly), field>n, has:field, and a minus sign before a term negates it. ' +
      `Fields: ${fields}. has: also takes a kind of body: ${bodyKinds.join(', ')}. Quotes keep white space. ` +
      'Example: method:POST json.data.object.id=in_1 -body:"thank you" received>15m. A time without a zone is in UTC. Empty means any request.',
  );

/**
 * The text, if it is a match.
 * @throws {ToolFailure} if it is none, with a sentence on its wrong part
 */
export function matchOf(text: string): string {
  try {
    parseMatch(text);
    return text;
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    const part = cut(text.slice(error.start, error.end), mostQuotedCharacters);
    throw new ToolFailure(`match: ${error.message}${part === '' ? '' : ` (at ${part})`}`);
  }
}

/** The most characters that are quoted of a wrong part. */
const mostQuotedCharacters = 100;
