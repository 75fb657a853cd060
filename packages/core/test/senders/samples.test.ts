import { expect, describe as group, it } from 'vitest';
import { describe } from '../../src/senders/describe.ts';
import { samples } from '../../src/senders/tables/samples.ts';

const events: Record<string, string | undefined> = {
  'stripe:invoice.paid': 'invoice.paid',
  'stripe:checkout.session.completed': 'checkout.session.completed',
  'github:push': 'push',
  'github:pull_request': 'pull_request.opened',
  'gitlab:push': 'push',
  'shopify:orders/create': undefined,
  'slack:event_callback': 'message',
  'slack:slash-command': '/order',
  'twilio:sms': 'received',
  'sendgrid:events': 'processed',
  'paypal:PAYMENT.CAPTURE.COMPLETED': 'PAYMENT.CAPTURE.COMPLETED',
  'salesforce:outbound-message': 'notifications',
  'meta:verification': 'subscribe',
};

group("the client's samples", () => {
  it('are all here', () => {
    expect(samples.map(({ id }) => id).sort()).toEqual(Object.keys(events).sort());
  });

  it.each(samples)('$id', (sample) => {
    const stored = sample.headers.filter(([name]) => !name.toLowerCase().startsWith('x-'));
    const contentType = stored.find(([name]) => name === 'Content-Type')?.[1] ?? '';
    const request = {
      headers: stored,
      mediaType: contentType.split(';', 1)[0] ?? '',
      query: sample.query,
      body: { text: sample.body, isWhole: true },
    };
    const event = events[sample.id];
    expect(describe(request)).toEqual({
      sender: sample.sender,
      ...(event !== undefined && { event }),
      ...(sample.id === 'sendgrid:events' && { further: 4 }),
    });
    // The body alone tells the sender as well.
    if (sample.body !== '') {
      expect(describe({ ...request, headers: [] }).sender).toBe(sample.sender);
    }
  });
});
