import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Cal.com',
  documentation: 'https://cal.com/docs/developing/guides/automation/webhooks',
  shapes: [{ json: ['triggerEvent', 'createdAt', 'payload'] }],
  events: [{ json: 'triggerEvent' }],
};

export const signature: WrittenScheme = {
  name: 'calcom',
  title: 'Cal.com',
  documentation: 'https://cal.com/docs/developing/guides/automation/webhooks',
  secret: {
    words: 'Secret',
    where: "In Cal.com's settings under Developer, Webhooks, where you choose it.",
  },
  ways: [{ by: 'hmac', header: 'X-Cal-Signature-256' }],
  event: { json: ['triggerEvent'] },
  proof: 'none',
};
