import type { CreatedShare, NewShare } from '@hookwell/client';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field, inputClass } from '../ui/field.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { namesIn } from './names-in.ts';
import { Preview } from './preview.tsx';
import { createShare } from './shares.ts';
import { usePreview } from './use-preview.ts';

interface ShareFormProps {
  /** What is to be shown. */
  shown: Pick<NewShare, 'request' | 'endpoint'>;
  onCreated: (created: CreatedShare) => void;
}

const offeredDays = [1, 7, 30, 90];

/** The choices of what is hidden and for how long, with what others will see. */
export function ShareForm({ shown, onCreated }: ShareFormProps) {
  const [redact, setRedact] = useState<NewShare['redact']>('secrets');
  const [names, setNames] = useState('');
  const [days, setDays] = useState(7);
  const share = { ...shown, redact, fields: namesIn(names) };
  const preview = usePreview(share);
  const submission = useSubmission<'fields'>({
    check: () => undefined,
    run: async () => onCreated(await createShare({ ...share, days })),
    explain: (error) => failureOf(error, { fields: 'fields' }),
  });
  return (
    <form
      aria-label="New share"
      className="space-y-4"
      {...submission.formProps}
      onSubmit={(event) => {
        // Only what was seen is shared.
        if (preview.isShown) submission.formProps.onSubmit(event);
        else event.preventDefault();
      }}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1 font-medium">What is hidden</legend>
        <RadioChoice
          hint="Values whose names tell of passwords, tokens, signatures or cards, and cookies."
          isChosen={redact === 'secrets'}
          label="Secrets"
          name="redact"
          onChoose={() => setRedact('secrets')}
        />
        <RadioChoice
          hint="Only names, and the shapes of bodies, stay."
          isChosen={redact === 'values'}
          label="All values"
          name="redact"
          onChoose={() => setRedact('values')}
        />
      </fieldset>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[1fr_10rem]">
        <Field
          autoCapitalize="none"
          autoComplete="off"
          hint="Further names of headers, parameters, fields, JSON members. Commas stand between them."
          label="Also hide"
          name="fields"
          onChange={(event) => setNames(event.target.value)}
          placeholder="email, tax_id"
          problem={submission.problemOf('fields')}
          spellCheck={false}
          value={names}
        />
        <label className="font-medium">
          Ends after
          <select
            className={`${inputClass} mt-1 block font-normal`}
            onChange={(event) => setDays(Number(event.target.value))}
            value={days}
          >
            {offeredDays.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Preview isOfEndpoint={shown.endpoint !== undefined} preview={preview} />
      <div className="-bottom-4 -mx-4 -mb-4 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-surface px-4 py-3 tall:sticky">
        <FailureAlert failure={submission.failure} />
        <Button
          aria-disabled={submission.isBusy || !preview.isShown}
          className="ml-auto"
          tone="primary"
          type="submit"
        >
          Create link
        </Button>
      </div>
    </form>
  );
}
