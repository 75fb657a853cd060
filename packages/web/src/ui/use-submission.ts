import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Failure } from './failure.ts';

export interface Submission<Field extends string> {
  /** The properties of the form element. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
  };
  isBusy: boolean;
  failure: Failure<Field> | undefined;
  /** The problem of this field, if it is to blame. */
  problemOf: (field: Field) => string | undefined;
}

export interface SubmissionSteps<Field extends string> {
  /** Finds a problem before anything is sent. */
  check: () => Failure<Field> | undefined;
  run: () => Promise<void>;
  /** Puts a failure of `run` into words. */
  explain: (error: unknown) => Failure<Field>;
}

/**
 * Sends a form, once at a time. A field that is to blame gets the focus if its input has the field's name.
 */
export function useSubmission<Field extends string>(
  steps: SubmissionSteps<Field>,
): Submission<Field> {
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
    formProps: {
      ref: form,
      // The browser's own messages are not in our words and vanish too soon.
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      },
      onInput: ({ target }) => {
        const isAnswered = target instanceof HTMLInputElement && target.name === failure?.field;
        if (isAnswered) setFailure(undefined);
      },
    },
    isBusy,
    failure,
    problemOf: (field) => (failure?.field === field ? failure.sentence : undefined),
  };
}
