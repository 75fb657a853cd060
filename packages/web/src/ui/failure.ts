import { HookwellError } from '@hookwell/client';

/** The reason why a form could not be sent. It belongs to a field, or to the whole form. */
export interface Failure<Field extends string> {
  field?: Field;
  sentence: string;
}

/**
 * Puts a failed call into words. With status 400 the service's sentence begins with the name of a field
 * ("password must have at least 8 characters"); for other statuses the caller names the field.
 * @param fieldOf the field of the form for each name that the service uses
 * @param fieldOfStatus the field that is to blame for an answer with this status
 */
export function failureOf<Field extends string>(
  error: unknown,
  fieldOf: Readonly<Record<string, Field>> = {},
  fieldOfStatus: Readonly<Record<number, Field>> = {},
): Failure<Field> {
  if (!(error instanceof HookwellError)) return { sentence: 'Something went wrong on this page.' };
  const { message, status, retryAfter } = error;
  if (status === 429) return { sentence: `Too many attempts. ${waitSentence(retryAfter)}` };
  if (status === 0) return { sentence: `${message}. Check the connection and try again.` };
  const named = /^(\w+) (.+)$/.exec(message);
  const field = status === 400 ? fieldOf[named?.[1] ?? ''] : fieldOfStatus[status];
  if (field === undefined) return { sentence: `${message}.` };
  const sentence = status === 400 ? `It ${named?.[2]}.` : `${message}.`;
  return { field, sentence };
}

/** The first field that has a problem, in the order given. */
export function firstFailure<Field extends string>(
  problems: ReadonlyArray<readonly [field: Field, sentence: string | undefined]>,
): Failure<Field> | undefined {
  for (const [field, sentence] of problems) {
    if (sentence !== undefined) return { field, sentence };
  }
  return undefined;
}

function waitSentence(seconds: number | undefined): string {
  if (seconds === undefined) return 'Try again in a minute.';
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 90) return `Try again in ${whole === 1 ? '1 second' : `${whole} seconds`}.`;
  return `Try again in ${Math.ceil(whole / 60)} minutes.`;
}
