import { textOfBytes } from '@hookwell/core/match';
import { useRef, useState } from 'react';
import { methodRefusalOf } from '../sending/browser-headers.ts';
import { Button } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { SendIcon } from '../ui/icons.tsx';
import { AnswerView } from './answer-view.tsx';
import type { Captured } from './captured.ts';
import {
  isMixedContent,
  type Resending,
  resend,
  resendBlindly,
  type TargetAddress,
} from './resend.ts';

interface AddressFormProps {
  captured: Captured;
  typed: string;
  onTyped: (typed: string) => void;
  /** The address that the typed text means, with the path and query of the request. */
  address: TargetAddress;
  /** The same without them. */
  target: string | undefined;
  /** Whether the request is another one than was captured. */
  isEdited: boolean;
}

/** The form with the address to send to, and the outcome of sending. */
export function AddressForm(props: AddressFormProps) {
  const { captured, typed, onTyped, address, isEdited } = props;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const { resending, start, stop } = useResending(captured);
  const isSending = resending.kind === 'sending';

  const submit = () => {
    const methodProblem = methodRefusalOf(captured.method);
    if (methodProblem !== undefined) return setProblem(methodProblem);
    if (address.kind === 'address') return start(address.url, resend);
    setProblem(address.kind === 'problem' ? address.sentence : 'Type the URL to send to.');
    input.current?.focus();
  };
  return (
    <form
      aria-label="Send again"
      className="space-y-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) submit();
      }}
    >
      <Field
        autoCapitalize="none"
        autoComplete="url"
        hint={
          address.kind === 'address' ? (
            <span className="wrap-anywhere">Goes to {textOfBytes(address.url)}</span>
          ) : (
            'The URL of the program that you work on. The request is sent from this browser, never from the service.'
          )
        }
        inputMode="url"
        label="URL"
        name="address"
        onChange={(event) => {
          setProblem(undefined);
          onTyped(event.target.value);
        }}
        placeholder="localhost:3000/hook"
        problem={problem}
        ref={input}
        spellCheck={false}
        value={typed}
      />
      {address.kind === 'address' && isMixedContent(address.url, location.protocol) && (
        <p className="text-warn">
          Browsers do not let a page on https send to a URL on http. The curl command below can.
        </p>
      )}
      <div className="flex gap-2">
        <Button aria-disabled={isSending} tone="primary" type="submit">
          <SendIcon className="size-4" />
          Send
        </Button>
        {isSending && <Button onClick={stop}>Stop</Button>}
      </div>
      <AnswerView
        captured={captured}
        isEdited={isEdited}
        onSendBlindly={() => address.kind === 'address' && start(address.url, resendBlindly)}
        resending={resending}
        target={props.target}
      />
    </form>
  );
}

/** Sends one request at a time, which can be stopped. */
function useResending(captured: Captured) {
  const controller = useRef<AbortController>(undefined);
  const [resending, setResending] = useState<Resending>({ kind: 'idle' });
  return {
    resending,
    stop: () => controller.current?.abort(),
    start: (url: string, send: typeof resend) => {
      controller.current?.abort();
      const current = new AbortController();
      controller.current = current;
      setResending({ kind: 'sending' });
      void send(captured, url, current.signal).then(setResending);
    },
  };
}
