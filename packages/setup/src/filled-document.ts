import { SettingsError } from '@hookwell/replies';
import { type Environment, type FilledValue, withEnvironment } from './environment-values.ts';
import { readDocument } from './read-document.ts';
import { SetupError } from './setup-error.ts';

/**
 * Reads a document, in YAML or JSON, whose texts have `${NAME}` for values of the environment.
 * @param read of the document with the values in it
 * @throws {SetupError} at the first fault. No sentence shows a value of the environment, which may be a secret.
 */
export function readFilledDocument<Result>(
  text: string,
  environment: Environment,
  read: (document: unknown, used: readonly FilledValue[]) => Result,
): Result {
  const used: FilledValue[] = [];
  const document = withEnvironment(readDocument(text), environment, used);
  try {
    return read(document, used);
  } catch (error) {
    throw error instanceof SetupError ? withoutValues(error, used) : error;
  }
}

/** A sentence about settings may show a part of the text that it is about, unless that is a secret, or another text in full. */
function withoutValues(error: SetupError, used: readonly FilledValue[]): SetupError {
  const { place, sentence, cause } = error;
  const mayShowPart = cause instanceof SettingsError && !cause.place.startsWith('verify.secrets');
  const shown = used.find(
    (one) =>
      (mayShowPart && one.place === place) || (one.value !== '' && sentence.includes(one.value)),
  );
  if (shown === undefined) return error;
  const { name } = shown;
  return new SetupError(
    place,
    `with the value of the environment variable ${name} this makes no sense`,
  );
}
