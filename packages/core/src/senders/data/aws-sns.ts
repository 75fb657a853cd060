import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'Amazon SNS',
  documentation: 'https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html',
  userAgents: ['amazon simple notification service agent'],
  shapes: [{ json: ['Type', 'MessageId', 'TopicArn'] }],
  events: [{ json: 'Type' }],
};

export const signature: WrittenScheme = {
  name: 'aws-sns',
  title: 'Amazon SNS',
  documentation: 'https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html',
  secret: {
    words: 'Signing certificate',
    where: 'The certificate that SigningCertURL names in the messages, pasted as PEM.',
    form: 'certificate',
  },
  ways: [{ by: 'own', headers: [] }],
  id: { json: ['MessageId'] },
  event: { json: ['Type'] },
  canSign: false,
  proof: { library: 'sns-validator' },
  note: 'The URL in the message is never fetched. The signed time is that of publishing, so a late attempt is stale: tolerance makes room for it.',
};
