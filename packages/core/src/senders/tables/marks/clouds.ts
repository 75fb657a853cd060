import { marks as awsSns } from '../../data/aws-sns.ts';
import { marks as eventGrid } from '../../data/event-grid.ts';
import { marks as microsoftGraph } from '../../data/microsoft-graph.ts';
import type { Marks } from '../../parts/parts.ts';

/** Clouds, databases, identity, models. */
export const cloudSenders: readonly Marks[] = [
  awsSns,
  {
    name: 'Amazon EventBridge',
    documentation:
      'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html',
    shapes: [{ json: ['detail-type', 'source', 'detail', 'resources'] }],
    events: [{ json: 'detail-type' }],
  },
  {
    name: 'Amazon S3',
    documentation:
      'https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html',
    shapes: [{ json: ['Records[].eventName', 'Records[].s3'] }],
    events: [{ json: 'Records[].eventName' }],
  },
  eventGrid,
  microsoftGraph,
  {
    name: 'Google Pub/Sub',
    documentation: 'https://docs.cloud.google.com/pubsub/docs/push',
    userAgents: ['cloudpubsub-google'],
    shapes: [{ json: ['message.messageId', 'subscription^=projects/'] }],
    events: [{ json: 'message.attributes.eventType' }],
  },
  {
    name: 'Supabase',
    documentation: 'https://supabase.com/docs/guides/database/webhooks',
    shapes: [{ json: ['type', 'table', 'schema', 'record', 'old_record'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Hasura',
    documentation: 'https://hasura.io/docs/2.0/event-triggers/payload/',
    shapes: [{ json: ['trigger.name', 'event.op', 'table.name'] }],
    events: [{ json: 'event.op' }],
  },
  {
    name: 'Clerk',
    documentation: 'https://clerk.com/docs/guides/development/webhooks/overview',
    shapes: [{ json: ['object=event', 'type', 'instance_id^=ins_'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Okta',
    documentation: 'https://developer.okta.com/docs/concepts/event-hooks/',
    shapes: [{ json: ['eventTypeVersion', 'data.events[].eventType'] }],
    events: [{ json: 'data.events[].eventType' }],
  },
  {
    name: 'WorkOS',
    documentation: 'https://workos.com/docs/events/data-syncing/webhooks',
    headers: ['workos-signature'],
    events: [{ json: 'event' }],
  },
  {
    name: 'OpenAI',
    documentation: 'https://platform.openai.com/docs/guides/webhooks',
    userAgents: ['openai/'],
    shapes: [{ json: ['object=event', 'type', 'id^=evt_', 'created_at', 'data.id'] }],
    events: [{ json: 'type' }],
  },
];
