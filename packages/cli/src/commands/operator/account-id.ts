import { UsageError } from '../../command-line/outcome.ts';

/**
 * The id of an account, from the text of an option.
 * @throws {UsageError} if it cannot be one
 */
export function accountId(option: string, text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new UsageError(`${option} must be the id of an account, not ${JSON.stringify(text)}`);
}
