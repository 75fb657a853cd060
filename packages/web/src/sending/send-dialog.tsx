import type { Endpoint } from '@hookwell/client';
import { findSample, samples } from '@hookwell/client/samples';
import { errorMessage } from '@hookwell/core/api/error-message';
import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { receiveUrl, useService } from '../service/client.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, inputClass } from '../ui/field.tsx';
import { firstFailure, useSubmission } from '../ui/form.tsx';
import { SendIcon } from '../ui/icons.tsx';
import { type ReadCommand, readCurl } from './curl-command.ts';
import { BodyField, HeaderRows } from './request-fields.tsx';
import { sendTestRequest } from './send-test-request.ts';
import { type Sending, TestAnswerView } from './test-answer.tsx';
import { headerRow, problemsOf, type TestRequest, testRequestOf } from './test-request.ts';

const senders = [...new Set(samples.map(({ sender }) => sender))];

interface SamplePickerProps {
  chosen: string;
  ref: RefObject<HTMLSelectElement | null>;
  /**
   * Called with the id of a sample, `curl`, or an empty text, and whether the user may be on the way to another one: arrow keys
   * choose each that they pass.
   */
  onChoose: (id: string, isPassing: boolean) => void;
}

/** Chooses a request of a well-known sender to begin with. */
function SamplePicker({ chosen, onChoose, ref }: SamplePickerProps) {
  const id = useId();
  const lastKey = useRef('');
  return (
    <div>
      <label className="mb-1 block font-medium" htmlFor={id}>
        Begin with
      </label>
      <select
        className={inputClass}
        id={id}
        onChange={({ target }) => onChoose(target.value, lastKey.current.startsWith('Arrow'))}
        onKeyDown={({ key }) => {
          lastKey.current = key;
        }}
        onPointerDown={() => {
          lastKey.current = '';
        }}
        ref={ref}
        value={chosen}
      >
        <option value="">An empty request</option>
        <option value="curl">A curl command</option>
        {senders.map((sender) => (
          <optgroup key={sender} label={sender}>
            {samples
              .filter((sample) => sample.sender === sender)
              .map((sample) => (
                <option key={sample.id} value={sample.id}>
                  {sender}: {sample.title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const emptyRequest: TestRequest = {
  method: 'POST',
  suffix: '',
  headers: [headerRow('Content-Type', 'application/json')],
  body: '{"hello": "world"}',
};

/** Whether a text that is pasted into a field of one line is meant as a command. */
function isCurl(text: string): boolean {
  return /^\s*([$>%]\s+)?curl(\.exe)?\s/i.test(text);
}

interface SendDialogProps {
  endpoint: Endpoint;
  onClose: () => void;
}

/** Composes a test request and sends it to the endpoint from this browser. */
export function SendDialog({ endpoint, onClose }: SendDialogProps) {
  const url = receiveUrl(useService(), endpoint.token);
  const [chosen, setChosen] = useState(samples[0]?.id ?? '');
  const [request, setRequest] = useState(() => {
    const sample = findSample(chosen);
    return sample === undefined ? emptyRequest : testRequestOf(sample);
  });
  const [command, setCommand] = useState('');
  const [outcome, setOutcome] = useState<ReadCommand>();
  const [sending, setSending] = useState<Sending>({ kind: 'idle' });
  const picker = useRef<HTMLSelectElement>(null);
  const curl = useRef<HTMLTextAreaElement>(null);
  const hasRequest = chosen !== 'curl' || outcome?.kind === 'request';
  const change = (changes: Partial<TestRequest>) => setRequest({ ...request, ...changes });

  const begin = (id: string, isPassing: boolean) => {
    const sample = findSample(id);
    flushSync(() => {
      setChosen(id);
      setCommand('');
      setOutcome(undefined);
      setSending({ kind: 'idle' });
      setRequest(sample === undefined ? emptyRequest : testRequestOf(sample));
    });
    if (!isPassing) curl.current?.focus();
  };
  const read = (text: string) => {
    setChosen('curl');
    setCommand(text);
    const made = text.trim() === '' ? undefined : readCurl(text, url);
    setOutcome(made);
    setSending({ kind: 'idle' });
    if (made?.kind === 'request') setRequest(made.request);
  };

  const submission = useSubmission<'method' | 'suffix'>({
    check: () => {
      setSending({ kind: 'idle' });
      const { method, suffix } = problemsOf(url, request);
      return firstFailure([
        ['method', method],
        ['suffix', suffix],
      ]);
    },
    run: async () => {
      setSending({ kind: 'sending' });
      setSending({ kind: 'answered', answer: await sendTestRequest(url, request) });
    },
    explain: (error) => {
      const sentence = errorMessage(error);
      setSending({ kind: 'failed', sentence });
      return { sentence };
    },
  });

  return (
    <Dialog initialFocus={picker} isOpen onClose={onClose} title="Send a test request" width="wide">
      <form
        aria-label="Test request"
        className="space-y-4"
        {...submission.formProps}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!(event.target instanceof HTMLInputElement) || !isCurl(text)) return;
          event.preventDefault();
          // The field that it was pasted into is not there while a command makes no request.
          flushSync(() => read(text));
          curl.current?.focus();
        }}
      >
        <SamplePicker chosen={chosen} onChoose={begin} ref={picker} />
        {chosen === 'curl' && (
          <CurlField command={command} onChange={read} outcome={outcome} ref={curl} />
        )}
        {hasRequest && (
          <>
            <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[8rem_1fr]">
              <Field
                autoCapitalize="characters"
                autoComplete="off"
                label="Method"
                list="test-methods"
                name="method"
                onChange={(event) => change({ method: event.target.value })}
                problem={submission.problemOf('method')}
                spellCheck={false}
                value={request.method}
              />
              <datalist id="test-methods">
                {methods.map((method) => (
                  <option key={method} value={method} />
                ))}
              </datalist>
              <Field
                autoCapitalize="none"
                autoComplete="off"
                hint={<span className="wrap-anywhere">After {url}</span>}
                label="Path and query"
                name="suffix"
                onChange={(event) => change({ suffix: event.target.value })}
                placeholder="/orders?page=2"
                problem={submission.problemOf('suffix')}
                spellCheck={false}
                value={request.suffix}
              />
            </div>
            <HeaderRows onChange={(headers) => change({ headers })} rows={request.headers} />
            <BodyField
              className="h-48"
              method={request.method}
              onChange={(body) => change({ body })}
              unsentWords={(method) => `Not sent: browsers send no body with ${method}.`}
              value={request.body}
            />
          </>
        )}
        <div className="-bottom-4 -mx-4 tall:sticky -mb-4 flex rounded-b-xl flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3">
          <TestAnswerView endpoint={endpoint} onLeave={onClose} sending={sending} />
          <Button
            aria-disabled={submission.isBusy}
            className="ml-auto"
            disabled={!hasRequest}
            tone="primary"
            type="submit"
          >
            <SendIcon className="size-4" />
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface CurlFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  command: string;
  /** What was made of the command. */
  outcome: ReadCommand | undefined;
  onChange: (command: string) => void;
}

/** A field for a `curl` command, with the reason why it makes no request, or what of it the request does not have. */
function CurlField({ ref, command, outcome, onChange }: CurlFieldProps) {
  const id = useId();
  const isProblem = outcome?.kind === 'problem';
  const sentences = outcome?.kind === 'problem' ? [outcome.sentence] : (outcome?.notes ?? []);
  return (
    <div>
      <label className="mb-1 block font-medium" htmlFor={id}>
        curl command
      </label>
      <textarea
        aria-describedby={`${id}-about ${id}-outcome`}
        aria-invalid={isProblem}
        autoCapitalize="none"
        className={`${inputClass} block h-24 resize-y py-2 font-mono text-[0.8125rem]`}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        ref={ref}
        placeholder="curl https://example.com/hook --json '{}'"
        spellCheck={false}
        value={command}
      />
      <p className="mt-1 text-xs text-muted" id={`${id}-about`}>
        Its request goes to this endpoint, whatever host the command names.
      </p>
      <ul
        aria-live="polite"
        className={`mt-1 space-y-0.5 text-xs wrap-anywhere empty:hidden ${isProblem ? 'text-danger' : 'text-warn'}`}
        id={`${id}-outcome`}
      >
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
