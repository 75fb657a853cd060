import type { CreatedApiKey } from '@hookwell/client';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { failureOf, firstFailure } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field } from '../ui/field.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { keyNameProblem, maximumKeys } from './key-limit.ts';
import { createKey } from './keys.ts';

interface KeyFormProps {
  isFull: boolean;
  onCreated: (created: CreatedApiKey) => void;
}

/** Makes a key. Says so where there can be no more. */
export function KeyForm({ isFull, onCreated }: KeyFormProps) {
  const [name, setName] = useState('');
  const submission = useSubmission<'name'>({
    check: () => firstFailure([['name', keyNameProblem(name.trim())]]),
    run: async () => {
      const created = await createKey(name.trim());
      setName('');
      onCreated(created);
    },
    explain: (error) => failureOf(error, { name: 'name' }),
  });

  if (isFull) {
    return (
      <p>
        An account can have at most {maximumKeys} keys, and this one has them. Delete one that is
        not used any more to make another.
      </p>
    );
  }
  return (
    <form aria-label="New API key" className="space-y-3" {...submission.formProps}>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          autoComplete="off"
          className="min-w-48 grow"
          hint="What will use it: “Deploy script”."
          label="Name"
          name="name"
          onChange={(event) => setName(event.target.value)}
          problem={submission.problemOf('name')}
          required
          value={name}
        />
        <Button aria-disabled={submission.isBusy} className="mt-6.5" tone="primary" type="submit">
          Create key
        </Button>
      </div>
      <FailureAlert failure={submission.failure} />
    </form>
  );
}
