import type { Random } from '../../../server/test/random.ts';
import { type Endpoint, type Known, pauseALittle } from './known.ts';
import { Pace } from './pace.ts';
import { makeWebhook, sendWebhook } from './webhook.ts';

/** So many clients send attempts. */
export const attemptSenderCount = 4;

/** So many deliveries are under way at once: several clients send attempts of the same one. */
const deliveriesAtOnce = 2;

interface Delivery {
  number: number;
  endpoint: Endpoint;
  /** So many attempts of it are still to be sent. */
  left: number;
}

/** The work of all clients that send attempts, at nodes by chance, several of the same delivery at once. */
export function attemptSendersOf(
  known: Known,
  msBetweenSends: number,
): readonly ((until: AbortSignal) => Promise<void>)[] {
  const underWay: Delivery[] = [];
  const work = async (until: AbortSignal): Promise<void> => {
    const self = known.newClient();
    const { random } = self;
    const pace = new Pace(random, msBetweenSends);
    while (!until.aborted) {
      const delivery = nextDelivery(known, underWay, random);
      let isDone = false;
      if (delivery !== undefined) {
        const { endpoint, number } = delivery;
        const webhook = makeWebhook(known, random, endpoint, { delivery: number });
        const { outcome } = await sendWebhook(known, self, webhook);
        isDone = outcome === 'stored';
      }
      if (!isDone) await pauseALittle(random, until);
      await pace.wait(1, until);
    }
  };
  return Array.from({ length: attemptSenderCount }, () => work);
}

/** A delivery of which an attempt is to be sent; undefined if there is no endpoint for it. */
function nextDelivery(known: Known, underWay: Delivery[], random: Random): Delivery | undefined {
  if (underWay.length < deliveriesAtOnce) {
    const endpoints = known.endpoints.filter(({ kind, isFull }) => kind === 'attempts' && !isFull);
    if (endpoints.length === 0) return undefined;
    const number = known.nextDelivery();
    underWay.push({ number, endpoint: random.pick(endpoints), left: 1 + random.below(8) });
  }
  const delivery = random.pick(underWay);
  delivery.left -= 1;
  if (delivery.left === 0) underWay.splice(underWay.indexOf(delivery), 1);
  return delivery;
}
