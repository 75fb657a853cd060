import type { TextOption } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { markedText } from '../output/marked-text.ts';

/** The option with the expectations of a sender. */
export const expectOption = {
  type: 'text',
  placeholder: 'EXPECTATIONS',
  description:
    'What the sender must do, as in "attempts>=4 within=24h backoff=growing same-id" (docs/grading.md).',
  required: true,
  suggestions: async () => {
    const { expectationForms } = await import('@hookwell/verdict');
    // Shells would take < and > for redirections.
    return expectationForms.map(({ example }) => example).filter((each) => !/[<>]/.test(each));
  },
} as const satisfies TextOption;

/** The answers to its attempts. */
export const planOption = {
  type: 'text',
  placeholder: 'PLAN',
  description:
    'The steps: a reply to each attempt, as in "500, timeout 10s, reset, 429 retry-after=5, 200"; else what the expectations need.',
} as const satisfies TextOption;

/** @throws {UsageError} if the text has no expectations, with its wrong part marked */
export async function checkExpectations(text: string, command: string): Promise<void> {
  // Loaded here, so that help answers without it.
  const { ExpectationError, parseExpectations } = await import('@hookwell/verdict');
  try {
    parseExpectations(text);
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    throw new UsageError(`Option --expect: ${error.message}`, command, markedText(text, error));
  }
}

/**
 * The steps of a plan.
 * @throws {UsageError} if one of them is none
 */
export async function checkedPlan(
  text: string | undefined,
  command: string,
): Promise<readonly string[] | undefined> {
  if (text === undefined) return undefined;
  const { parsePlan, SettingsError } = await import('@hookwell/replies');
  try {
    return parsePlan(text).map(({ written }) => written);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const step = Number(/\d+/.exec(error.place)?.[0] ?? 0) + 1;
    throw new UsageError(`Option --plan: in step ${step}, ${error.sentence}`, command);
  }
}
