/** One attempt of a delivery. */
export interface StoredAttempt {
  id: number;
  receivedAt: number;
  answer: string;
  answeredBy?: 'listener';
  retryAfter?: number;
  bodyHash: string;
  idHash?: string;
  event?: string;
  /** JSON text, to be shown by `shownSignature`. */
  signature?: string;
  /** In milliseconds. */
  gaveUpAfter?: number;
  cutShortAfter?: number;
}

/** A delivery with its attempts, oldest first: the newest 1,000 of them. */
export interface StoredDelivery {
  delivery: string;
  /** The id of its first capture, even if that is gone: lists are in the falling order of it. */
  firstId: number;
  attempts: readonly StoredAttempt[];
}

export interface DeliveriesQuery {
  limit: number;
  /** Only deliveries with a lower `firstId`. */
  before?: number | undefined;
}

export interface DeliveriesPage {
  deliveries: StoredDelivery[];
  /** Whether the endpoint has more of them, with a lower `firstId`. */
  more: boolean;
}

/** A note about a stored capture: what happened to its answer, in milliseconds since it was stored, and to its signature. */
export interface AnswerNote {
  id: number;
  /** The sender hung up before its answer. */
  gaveUpAfter?: number;
  /** The answer was sent before its time. */
  cutShortAfter?: number;
  /** JSON text, in place of the one that was stored. */
  signature?: string;
}

/** A delivery without its attempts. */
export interface DeliveryHead {
  delivery: string;
  firstId: number;
  /** The number of all attempts, of those that are removed too. */
  attempts: number;
  /** Whether all its captures are cleared. */
  isCleared: boolean;
}

/** The two short looks at the deliveries of an endpoint that their pages are made of. */
export interface DeliveryReads {
  /** In the falling order of their first ids, those that are cleared too. */
  heads(before: number, limit: number): Promise<DeliveryHead[]>;
  /** Of each of these deliveries, by their first ids, the newest attempts that are not cleared, newest first: `mostAttempts` at most. */
  attempts(firstIds: readonly number[]): Promise<StoredAttempt[][]>;
}

/** The attempts of one delivery that are read. */
export const mostAttempts = 1000;
/** A page ends once it has so many attempts. */
const mostAttemptsInPage = 10_000;
/** One look reads so many, or one more delivery: about 5 ms of a thread that has other work. */
const attemptsAtOnce = 1000;
const mostHeadsAtOnce = 500;

/** One page of an endpoint's deliveries, made of short reads. Those that are removed meanwhile may be left out. */
export async function readDeliveries(
  reads: DeliveryReads,
  { limit, before = Number.MAX_SAFE_INTEGER }: DeliveriesQuery,
): Promise<DeliveriesPage> {
  const heads = shownHeads(reads, before, Math.min(limit + 1, mostHeadsAtOnce));
  const deliveries: StoredDelivery[] = [];
  let [portion, expected, read]: [DeliveryHead[], number, number] = [[], 0, 0];
  const readPortion = async () => {
    const found = await reads.attempts(portion.map(({ firstId }) => firstId));
    for (const [index, { delivery, firstId }] of portion.entries()) {
      const attempts = found[index] ?? [];
      if (attempts.length > 0) deliveries.push({ delivery, firstId, attempts: attempts.reverse() });
      read += attempts.length;
    }
    [portion, expected] = [[], 0];
  };
  for await (const head of heads) {
    const isFull = deliveries.length + portion.length === limit;
    if (isFull || expected >= attemptsAtOnce) await readPortion();
    if (deliveries.length === limit || read >= mostAttemptsInPage)
      return { deliveries, more: true };
    portion.push(head);
    expected += Math.min(head.attempts, mostAttempts);
  }
  if (portion.length > 0) await readPortion();
  return { deliveries, more: false };
}

/** The deliveries that reads show. Between a clear and its purge, others are passed over. */
async function* shownHeads(
  reads: DeliveryReads,
  before: number,
  atOnce: number,
): AsyncGenerator<DeliveryHead, void> {
  for (let [bound, count] = [before, atOnce]; ; ) {
    const heads = await reads.heads(bound, count);
    for (const head of heads) if (!head.isCleared) yield head;
    const last = heads.at(-1);
    if (last === undefined || heads.length < count) return;
    [bound, count] = [last.firstId, mostHeadsAtOnce];
  }
}
