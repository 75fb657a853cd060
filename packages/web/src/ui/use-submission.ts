import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Failure } from './failure.ts';

export interface Submission<Field extends string> {
  /** Of the form itself. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
  };
  isBusy: boolean;
  failure: Failure<Field> | undefined;
  /** What is wrong with this field, if it is to blame. */
  problemOf: (field: Field) => string | undefined;
}

export interface SubmissionSteps<Field extends string> {
  /** What is wrong before anything is sent. */
  check: () => Failure<Field> | undefined;
  run: () => Promise<void>;
  /** What is wrong where `run` has failed. */
  explain: (error: unknown) => Failure<Field>;
}

/**
 * Sends a form off once at a time. A field that is to blame gets the focus: give its input the field's name.
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
      // The browser's own words are not ours, and vanish before everybody has read them.
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
