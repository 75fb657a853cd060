import { parsePlan, SettingsError, stepForms } from '@hookwell/core/rules';
import { type KeyboardEvent, useId, useRef } from 'react';
import { ordinal } from '../../request/badges.tsx';
import { Button, IconButton } from '../../ui/controls.tsx';
import { useFocusOnKey } from '../../ui/field.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { type DraftStep, draftStep } from '../draft/draft.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { FaultLine } from './labelled.tsx';
import { type Option, SuggestedInput } from './suggested-field.tsx';

interface PlanStepsProps {
  steps: readonly DraftStep[];
  onChange: (steps: readonly DraftStep[]) => void;
  /** The place of the plan in the settings. */
  place: string;
  faults: readonly Fault[];
}

const options: readonly Option[] = stepForms.flatMap(({ examples, explanation }) =>
  examples.map((label) => ({ label, hint: explanation })),
);

/** A step for each attempt of a delivery. Enter adds one, Backspace in an empty one removes it. */
export function PlanSteps({ steps, onChange, place, faults }: PlanStepsProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusStep = useFocusOnKey(list, steps);
  const addAt = (index: number, added: readonly DraftStep[], removed = 0) => {
    onChange(steps.toSpliced(index, removed, ...added));
    focusStep(added.at(-1)?.key);
  };
  const remove = (index: number) => {
    if (steps.length === 1) return;
    onChange(steps.toSpliced(index, 1));
    focusStep((steps[index - 1] ?? steps[1])?.key);
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      addAt(index + 1, [draftStep()]);
    } else if (event.key === 'Backspace' && steps[index]?.text === '' && steps.length > 1) {
      event.preventDefault();
      remove(index);
    }
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Steps</legend>
      <ol className="space-y-1.5" ref={list}>
        {steps.map((step, index) => (
          <Step
            fault={faultAt(faults, `${place}[${index}]`)}
            isLast={index === steps.length - 1}
            isOnly={steps.length === 1}
            key={step.key}
            number={index + 1}
            onChange={(text) => onChange(steps.with(index, { ...step, text }))}
            onKey={(event) => onKey(event, index)}
            onPaste={(text) => {
              const pasted = pastedSteps(text);
              if (pasted === undefined) return false;
              addAt(index, pasted, 1);
              return true;
            }}
            onRemove={() => remove(index)}
            step={step}
          />
        ))}
      </ol>
      <Button className="mt-2" onClick={() => addAt(steps.length, [draftStep()])} size="small">
        <PlusIcon className="size-3.5" />
        Add a step
      </Button>
    </fieldset>
  );
}

/** Several steps in one text, as the command takes them. */
function pastedSteps(text: string): DraftStep[] | undefined {
  if (!text.includes(',')) return undefined;
  try {
    return parsePlan(text).map(({ written }) => draftStep(written));
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

interface StepProps {
  step: DraftStep;
  number: number;
  isLast: boolean;
  isOnly: boolean;
  fault: string | undefined;
  onChange: (text: string) => void;
  onRemove: () => void;
  onKey: (event: KeyboardEvent) => void;
  onPaste: (text: string) => boolean;
}

function Step(props: StepProps) {
  const { step, number, isLast, fault } = props;
  const id = useId();
  const name = `${ordinal(number)} attempt${isLast ? ' and all later ones' : ''}`;
  return (
    <li
      data-key={step.key}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-2"
    >
      <span aria-hidden="true" className="text-xs text-muted">
        {ordinal(number)}
        {isLast ? ' and later' : ''}
      </span>
      <SuggestedInput
        describedBy={fault === undefined ? undefined : id}
        isInvalid={fault !== undefined}
        label={`Reply to the ${name}`}
        onChange={props.onChange}
        onKey={props.onKey}
        onPaste={props.onPaste}
        options={options}
        placeholder="500, timeout 10s, reset…"
        value={step.text}
      />
      <IconButton
        aria-disabled={props.isOnly}
        label={`Remove step ${number}`}
        onClick={props.onRemove}
      >
        <CloseIcon className="size-3.5" />
      </IconButton>
      <div className="col-start-2">
        <FaultLine fault={fault} id={id} />
      </div>
    </li>
  );
}
