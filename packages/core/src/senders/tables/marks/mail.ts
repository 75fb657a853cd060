import { marks as mailgun } from '../../data/mailgun.ts';
import { marks as mandrill } from '../../data/mandrill.ts';
import { marks as sendgrid } from '../../data/sendgrid.ts';
import type { Marks } from '../../parts/parts.ts';

/** Mail: delivery, lists, campaigns. */
export const mailSenders: readonly Marks[] = [
  sendgrid,
  mailgun,
  {
    name: 'Mailchimp',
    documentation: 'https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/',
    userAgents: ['mailchimp'],
    shapes: [{ form: ['type', 'fired_at', 'data[list_id]'] }],
    events: [{ form: 'type' }],
  },
  mandrill,
  {
    name: 'Postmark',
    documentation: 'https://postmarkapp.com/developer/webhooks/webhooks-overview',
    userAgents: ['postmark'],
    shapes: [{ json: ['RecordType', 'MessageStream', 'ServerID'] }],
    events: [{ json: 'RecordType' }],
  },
  {
    name: 'SparkPost',
    documentation: 'https://developers.sparkpost.com/api/webhooks/',
    shapes: [{ json: ['[].msys'] }],
    events: [
      { json: '[].msys.message_event.type' },
      { json: '[].msys.track_event.type' },
      { json: '[].msys.unsubscribe_event.type' },
      { json: '[].msys.gen_event.type' },
      { json: '[].msys.relay_event.type' },
      { json: '[].msys.relay_message.type' },
    ],
  },
  {
    name: 'Brevo',
    documentation: 'https://developers.brevo.com/docs/transactional-webhooks',
    shapes: [{ json: ['event', 'message-id', 'ts_event'] }],
    events: [{ json: 'event' }],
  },
  {
    name: 'Mailjet',
    documentation: 'https://dev.mailjet.com/email/guides/webhooks/',
    shapes: [
      { json: ['event', 'MessageID', 'mj_campaign_id'] },
      { json: ['[].event', '[].MessageID', '[].mj_campaign_id'] },
    ],
    events: [{ json: 'event' }, { json: '[].event' }],
  },
  {
    name: 'Resend',
    documentation: 'https://resend.com/docs/dashboard/webhooks/event-types',
    shapes: [{ json: ['type^=email.', 'created_at', 'data.email_id'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Customer.io',
    documentation: 'https://docs.customer.io/journeys/webhooks/',
    shapes: [{ json: ['metric', 'object_type', 'event_id', 'data'] }],
    events: [{ json: 'object_type', second: ['metric'] }],
  },
];
