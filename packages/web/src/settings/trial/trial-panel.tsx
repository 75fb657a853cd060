import type { CapturedRequestSummary, EndpointSettings } from '@hookwell/client';
import { readSettings } from '@hookwell/replies';
import { useMemo } from 'react';
import { LinesSkeleton } from '../../request/lines-skeleton.tsx';
import { LoadFailure } from '../../request/load-failure.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Labelled } from '../fields/labelled.tsx';
import { Section } from '../fields/section.tsx';
import { PassedReplies } from './passed-replies.tsx';
import { requestWords } from './request-words.ts';
import { tryReplies } from './trial.ts';
import { TrialAnswer } from './trial-answer.tsx';
import { useTriedRequest } from './use-tried-request.ts';

interface TrialPanelProps {
  /** Without faults; `undefined` while there are any. */
  settings: EndpointSettings | undefined;
  /** The requests to choose from, newest first. */
  requests: readonly CapturedRequestSummary[];
  chosen: CapturedRequestSummary | undefined;
  onChoose: (id: number) => void;
}

/** Shows how the settings would answer a captured request, without sending anything. */
export function TrialPanel({ settings, requests, chosen, onChoose }: TrialPanelProps) {
  return (
    <Section
      explanation="How these settings, saved or not, would reply to a captured request. Nothing is sent."
      title="Try it"
    >
      {chosen === undefined ? (
        <p className="rounded-lg border border-dashed border-line p-4 text-center text-muted">
          Once this endpoint has captured a request, it can be tried here.
        </p>
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <div className="p-3">
            <Labelled label="Captured request">
              {(field) => (
                <select
                  {...field}
                  className={inputClass}
                  onChange={({ target }) => onChoose(Number(target.value))}
                  value={chosen.id}
                >
                  {requests.map((request) => (
                    <option key={request.id} value={request.id}>
                      {requestWords(request)}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
          </div>
          {settings === undefined ? (
            <p className="border-t border-line p-3 text-muted">
              The settings have an error. Once it is fixed, the reply shows here.
            </p>
          ) : (
            <Outcome chosen={chosen} settings={settings} />
          )}
        </div>
      )}
    </Section>
  );
}

interface OutcomeProps {
  settings: EndpointSettings;
  chosen: CapturedRequestSummary;
}

function Outcome({ settings, chosen }: OutcomeProps) {
  const tried = useTriedRequest(chosen);
  const trial = useMemo(
    () => tried.data && tryReplies(readSettings(settings), tried.data),
    [settings, tried.data],
  );
  if (tried.isError) {
    return <LoadFailure error={tried.error} onRetry={() => void tried.refetch()} />;
  }
  if (trial === undefined) return <LinesSkeleton />;
  return (
    <div>
      <ol aria-label="Replies by attempt">
        {trial.answers.map((answer, index) => (
          <TrialAnswer answer={answer} isOpen={index === 0} key={answer.from} />
        ))}
      </ol>
      {tried.data?.body.isWhole === false && (
        <p className="border-t border-line p-3 text-xs text-muted">
          Its body is large, and only the beginning was read here. The service reads more of it.
        </p>
      )}
      <PassedReplies passed={trial.passed} />
    </div>
  );
}
