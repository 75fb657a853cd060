import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Failure } from './failure.ts';

export interface SubmissionSteps<Field extends string> {
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
