import type { Endpoint } from '@hookwell/client';
import { receiveUrl, useService } from '../service/service.ts';
import { CommandBox } from '../ui/command-box.tsx';

/** Explains what stands here once something has come. */
export function NoEvents({ endpoint }: { endpoint: Endpoint }) {
  const url = receiveUrl(useService(), endpoint.token);
  const command = `curl ${url} -H 'Content-Type: application/json' -d '{"type": "invoice.paid", "amount": 1200}'`;
  return (
    <section className="rounded-xl border border-line bg-surface px-5 py-6 text-base">
      <h2 className="mb-2 text-lg font-semibold tracking-tight">What does your sender send?</h2>
      <p>
        Nothing is stored here yet. Once requests arrive, this page lists their events and shows
        what the JSON of each looks like: its members, how often each is there, and their types, to
        copy as TypeScript or JSON Schema. Let your sender send something, or try it:
      </p>
      <div className="mt-4">
        <CommandBox label="the command for an event" text={command} />
      </div>
      <p className="mt-4 text-muted">
        Pin the shape of an event, and every later request that differs from it is marked.
      </p>
    </section>
  );
}
