import type { CreatedApiKey } from '@hookwell/client';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { keyNameProblem, mostKeys } from './key-limit.ts';
import { createKey } from './keys.ts';

interface KeyFormProps {
  isFull: boolean;
  onCreated: (created: CreatedApiKey) => void;
}

/** Makes a key, or says that the account can have no more. */
export function KeyForm({ isFull, onCreated }: KeyFormProps) {
  const form = useForm<'name'>({
    initial: { name: '' },
    check: ({ name }) => [['name', keyNameProblem(name.trim())]],
    run: async ({ name }) => {
      const created = await createKey(name.trim());
      form.clear();
      onCreated(created);
    },
    explain: (error) => failureOf(error, { name: 'name' }),
  });

  if (isFull) {
    return (
      <p>
        An account can have at most {mostKeys} keys, and yours has that many. To create another,
        delete one that is no longer used.
      </p>
    );
  }
  return (
    <form aria-label="New API key" className="space-y-3" {...form.formProps}>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          {...form.fieldProps('name')}
          autoComplete="off"
          className="min-w-48 grow"
          hint="The program that will use the key: “Deploy script”."
          label="Name"
        />
        <Button aria-disabled={form.isBusy} className="mt-6.5" tone="primary" type="submit">
          Create key
        </Button>
      </div>
      <FailureAlert failure={form.failure} />
    </form>
  );
}
