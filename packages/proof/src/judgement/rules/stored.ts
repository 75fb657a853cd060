import type { Seen, Send } from '../../history/operation.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import { eachShowing } from '../showings.ts';

/**
 * What was stored, and where.
 *
 * Whatever a read or a stream shows was sent before, was not refused, has the bytes that were sent, and is at the endpoint that it
 * was sent to; the read was asked for that endpoint or its account. One send is stored once at most: it has one id, and each id
 * belongs to one send. An acknowledged id is that of the acknowledged send.
 */
export function judgeStored(facts: Facts, findings: Findings): void {
  const { operations, sends } = facts;
  judgeAcknowledged(facts, findings);
  const told = new Set<string>();
  eachShowing(operations, (seen, place, _began, by) => {
    const problem = problemOf(facts, seen, place, by);
    if (problem === undefined) return;
    // What is wrong with a capture is shown by every read of it: it is told once.
    const key = `${seen.id} ${seen.mark} ${problem.anomaly}`;
    if (told.has(key)) return;
    told.add(key);
    findings.report(problem.anomaly, problem.text, sends.get(seen.mark) ?? -1, place);
  });
}

/** No id is acknowledged to two senders. */
function judgeAcknowledged({ operations, captures }: Facts, findings: Findings): void {
  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'send' || operation.outcome !== 'stored') continue;
    if (operation.id === undefined) continue;
    const capture = captures.byId.get(operation.id);
    if (capture === undefined || capture.sentIn === place) continue;
    const text = `id ${operation.id} was acknowledged to the senders of marks ${capture.send?.mark} and ${operation.mark}`;
    findings.report('doubled', text, capture.sentIn, place);
  }
}

type Problem = { anomaly: 'made-up' | 'changed-bytes' | 'doubled' | 'misplaced'; text: string };

function problemOf(facts: Facts, seen: Seen, place: number, by: number): Problem | undefined {
  const { operations, sends, captures } = facts;
  const capture = captures.byId.get(seen.id);
  const sent = operations[sends.get(seen.mark) ?? -1];
  if (sent?.kind !== 'send') {
    const owner = capture?.send;
    if (owner === undefined) {
      return { anomaly: 'made-up', text: `id ${seen.id} has mark ${seen.mark}, which nobody sent` };
    }
    const text = `id ${seen.id} was sent as mark ${owner.mark} and has a body without that mark`;
    return { anomaly: 'changed-bytes', text };
  }
  const which = `id ${seen.id} (mark ${seen.mark})`;
  if (sent.outcome === 'refused') {
    return { anomaly: 'made-up', text: `${which} is there, but was refused with ${sent.status}` };
  }
  if (by < sent.began) {
    const text = `${which} was there at ${time(by)}, before it was sent at ${time(sent.began)}`;
    return { anomaly: 'made-up', text };
  }
  if (seen.hash !== sent.hash) {
    const text = `${which} has other bytes than were sent: ${seen.hash} instead of ${sent.hash}`;
    return { anomaly: 'changed-bytes', text };
  }
  const first = captures.byMark.get(seen.mark);
  if (first !== undefined && first.id !== seen.id) {
    return {
      anomaly: 'doubled',
      text: `mark ${seen.mark} is there as ids ${first.id} and ${seen.id}`,
    };
  }
  if (capture?.send !== undefined && capture.send !== sent) {
    const text = `id ${seen.id} is both mark ${capture.send.mark} and mark ${seen.mark}`;
    return { anomaly: 'doubled', text };
  }
  return misplaced(facts, seen, sent, place, which);
}

function misplaced(
  { operations, endpoints }: Facts,
  seen: Seen,
  sent: Send,
  place: number,
  which: string,
): Problem | undefined {
  if (seen.endpoint !== sent.endpoint) {
    const text = `${which} was sent to endpoint ${sent.endpoint} and is at ${seen.endpoint}`;
    return { anomaly: 'misplaced', text };
  }
  const reader = operations[place];
  if (reader?.kind !== 'read' && reader?.kind !== 'stream') return undefined;
  const isAskedFor =
    endpoints.accountOf(seen.endpoint) === reader.account &&
    (reader.endpoint === undefined || reader.endpoint === seen.endpoint);
  if (isAskedFor) return undefined;
  const scope =
    reader.endpoint === undefined ? `account ${reader.account}` : `endpoint ${reader.endpoint}`;
  return {
    anomaly: 'misplaced',
    text: `${which} of endpoint ${seen.endpoint} was shown among those of ${scope}`,
  };
}
