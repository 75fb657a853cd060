import { HookwellError } from '@hookwell/client';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { WarningIcon } from './icons.tsx';

interface FormSteps<Field extends string> extends Pick<SubmissionSteps<Field>, 'explain'> {
  /** The texts of the fields at the beginning. */
  initial: Readonly<Record<Field, string>>;
  /** Gives the problem of each field before anything is sent. The first one is shown. */
  check: (
    values: Readonly<Record<Field, string>>,
  ) => ReadonlyArray<readonly [field: Field, sentence: string | undefined]>;
  run: (values: Readonly<Record<Field, string>>) => Promise<void>;
}

/** A form of required text fields. The name of each field is the name of its input. */
export function useForm<Field extends string>({ initial, check, run, explain }: FormSteps<Field>) {
  const [values, setValues] = useState(initial);
  const submission = useSubmission<Field>({
    check: () => firstFailure(check(values)),
    run: () => run(values),
    explain,
  });
  return {
    ...submission,
    clear: () => setValues(initial),
    /** The properties of a field's input. */
    fieldProps: (name: Field) => ({
      name,
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        setValues((known) => ({ ...known, [name]: target.value })),
      problem: submission.problemOf(name),
      required: true,
    }),
  };
}

interface SubmissionSteps<Field extends string> {
  /** Finds a problem before anything is sent. */
  check: () => Failure<Field> | undefined;
  run: () => Promise<void>;
  /** Puts a failure of `run` into words. */
  explain: (error: unknown) => Failure<Field>;
}

/** Sends a form, once at a time. A field that is to blame gets the focus if its input has the field's name. */
export function useSubmission<Field extends string>(steps: SubmissionSteps<Field>) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure<Field>>();

  useEffect(() => {
    const field = failure?.field && form.current?.elements.namedItem(failure.field);
    if (field instanceof HTMLElement) field.focus();
  }, [failure]);

  async function submit(): Promise<void> {
    const early = steps.check();
    setFailure(early);
    if (early !== undefined) return;
    setBusy(true);
    try {
      await steps.run();
    } catch (error) {
      setFailure(steps.explain(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    /** The properties of the form element. */
    formProps: {
      ref: form,
      // The browser's own messages are not in our words and vanish too soon.
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void submit();
      },
      onInput: ({ target }: FormEvent) => {
        const isAnswered = target instanceof HTMLInputElement && target.name === failure?.field;
        if (isAnswered) setFailure(undefined);
      },
    },
    isBusy,
    failure,
    /** The problem of this field, if it is to blame. */
    problemOf: (field: Field) => (failure?.field === field ? failure.sentence : undefined),
  };
}

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

/** Says why a form could not be sent, if no field is to blame. Screen readers read it as it appears. */
export function FailureAlert({ failure }: { failure: Failure<string> | undefined }) {
  return (
    <div role="alert">
      {failure !== undefined && failure.field === undefined && (
        <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2 text-danger">
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-break-word">{failure.sentence}</span>
        </p>
      )}
    </div>
  );
}

const mostNameCharacters = 100;

/**
 * Finds a problem of a name before it is sent. The length is counted in code points, as the service does.
 * @param ifEmpty the sentence about a missing name
 */
export function nameProblem(name: string, ifEmpty: string): string | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return ifEmpty;
  if (length <= mostNameCharacters) return undefined;
  return `At most ${mostNameCharacters} characters, and this has ${length}.`;
}
