import { type ChangeEvent, useState } from 'react';
import { firstFailure } from './failure.ts';
import { type SubmissionSteps, useSubmission } from './use-submission.ts';

export interface FormSteps<Field extends string> extends Pick<SubmissionSteps<Field>, 'explain'> {
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
