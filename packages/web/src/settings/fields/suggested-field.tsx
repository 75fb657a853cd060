import { Labelled, type LabelledProps } from './labelled.tsx';
import { SuggestedInput, type SuggestedInputProps } from './suggested-input.tsx';

type SuggestedFieldProps = LabelledProps &
  Pick<SuggestedInputProps, 'value' | 'onChange' | 'options' | 'placeholder' | 'inputMode'>;

/** A text field with its label, its suggestions and its fault. */
export function SuggestedField({ label, hint, fault, className, ...rest }: SuggestedFieldProps) {
  return (
    <Labelled className={className} fault={fault} hint={hint} label={label}>
      {(field) => (
        <SuggestedInput
          {...rest}
          describedBy={field['aria-describedby']}
          id={field.id}
          isInvalid={fault !== undefined}
        />
      )}
    </Labelled>
  );
}
