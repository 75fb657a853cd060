import { HookwellError } from '@hookwell/client';

/** Why a form could not be sent off: said beside a field, or for the whole form where no field is to blame. */
export interface Failure<Field extends string> {
  field?: Field;
  sentence: string;
}

/**
 * What to tell people about a call that failed. The service's sentences about its input begin with the name
 * of a field ("password must have at least 8 characters"); those of other statuses belong to the field given.
 * @param fieldOf the field that each name of the service stands for
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

/** The first of these problems that there is. */
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
