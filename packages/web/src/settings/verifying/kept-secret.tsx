import { useId } from 'react';
import { ShownText } from '../../request/shown-text.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyIcon } from '../../ui/part-icons.tsx';
import { FaultLine } from '../fields/fault-line.tsx';

interface KeptSecretProps {
  label: string;
  /** `…k3f9`, or `…` of a short one. */
  hint: string;
  fault: string | undefined;
  onReplace: () => void;
  onRemove: (() => void) | undefined;
}

/** A secret that the service keeps, of which only the last characters are known. */
export function KeptSecret({ label, hint, fault, onReplace, onRemove }: KeptSecretProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p className="mb-1 font-medium" id={id}>
        {label}
      </p>
      <div className="flex min-h-9 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-0.5 pr-1 pl-2.5">
        <KeyIcon className="size-4 text-muted" />
        <p className="mr-auto min-w-0 wrap-anywhere">
          {hint === '…' ? (
            'A short one, of which nothing is shown'
          ) : (
            <>
              <span className="sr-only">It ends with </span>
              <span className="font-mono text-[0.8125rem]">
                <ShownText text={hint} />
              </span>
            </>
          )}
        </p>
        <Button aria-label={`Replace ${label}`} onClick={onReplace} size="small" tone="quiet">
          Replace
        </Button>
        {onRemove !== undefined && (
          <Button aria-label={`Remove ${label}`} onClick={onRemove} size="small" tone="quiet">
            Remove
          </Button>
        )}
      </div>
      <FaultLine fault={fault} id={`${id}-fault`} />
    </section>
  );
}
