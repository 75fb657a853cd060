import { marks as asana } from '../../data/asana.ts';
import { marks as calcom } from '../../data/calcom.ts';
import { marks as calendly } from '../../data/calendly.ts';
import { marks as docusign } from '../../data/docusign.ts';
import { marks as dropbox } from '../../data/dropbox.ts';
import { marks as hubspot } from '../../data/hubspot.ts';
import { marks as intercom } from '../../data/intercom.ts';
import { marks as linear } from '../../data/linear.ts';
import { marks as notion } from '../../data/notion.ts';
import { marks as salesforce } from '../../data/salesforce.ts';
import { marks as typeform } from '../../data/typeform.ts';
import { marks as zendesk } from '../../data/zendesk.ts';
import type { Marks } from '../../parts/parts.ts';

/** Customers, tasks, calendars, forms, files. */
export const businessSenders: readonly Marks[] = [
  hubspot,
  salesforce,
  intercom,
  zendesk,
  {
    name: 'Pipedrive',
    documentation: 'https://pipedrive.readme.io/docs/guide-for-webhooks-v2',
    shapes: [
      { json: ['meta.entity', 'meta.action', 'meta.company_id'] },
      { json: ['event', 'current', 'previous', 'meta.company_id'] },
    ],
    events: [{ json: 'event' }, { json: 'meta.entity', second: ['meta.action'] }],
  },
  linear,
  asana,
  {
    name: 'Trello',
    documentation: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/',
    shapes: [{ json: ['action.type', 'action.idMemberCreator', 'model'] }],
    events: [{ json: 'action.type' }],
  },
  {
    name: 'ClickUp',
    documentation: 'https://developer.clickup.com/docs/webhooks',
    shapes: [
      { json: ['event', 'webhook_id', 'history_items'] },
      { json: ['event', 'webhook_id', 'task_id'] },
    ],
    events: [{ json: 'event' }],
  },
  {
    name: 'monday.com',
    documentation: 'https://developer.monday.com/api-reference/reference/webhooks',
    shapes: [{ json: ['event.type', 'event.boardId', 'event.triggerUuid'] }],
    events: [{ json: 'event.type' }],
  },
  notion,
  {
    name: 'Airtable',
    documentation: 'https://airtable.com/developers/web/api/webhooks-overview',
    shapes: [{ json: ['base.id', 'webhook.id', 'timestamp'] }],
    events: [],
  },
  {
    name: 'Figma',
    documentation: 'https://developers.figma.com/docs/rest-api/webhooks-events/',
    shapes: [{ json: ['event_type', 'passcode', 'webhook_id'] }],
    events: [{ json: 'event_type' }],
  },
  {
    name: 'Shortcut',
    documentation: 'https://developer.shortcut.com/api/webhook/v1',
    shapes: [{ json: ['actions[].entity_type', 'changed_at', 'version=v1'] }],
    events: [{ json: 'actions[].entity_type', second: ['actions[].action'] }],
  },
  {
    name: 'Todoist',
    documentation: 'https://developer.todoist.com/api/v1/#tag/Webhooks',
    userAgents: ['todoist-webhooks'],
    shapes: [{ json: ['event_name', 'event_data', 'user_id'] }],
    events: [{ json: 'event_name' }],
  },
  calendly,
  calcom,
  typeform,
  {
    name: 'Tally',
    documentation: 'https://tally.so/help/webhooks',
    shapes: [{ json: ['eventId', 'eventType', 'data.formId'] }],
    events: [{ json: 'eventType' }],
  },
  docusign,
  dropbox,
  {
    name: 'Box',
    documentation: 'https://developer.box.com/guides/webhooks/v2/',
    headers: ['box-delivery-id'],
    shapes: [{ json: ['type=webhook_event', 'trigger', 'webhook'] }],
    events: [{ json: 'trigger' }],
  },
  {
    name: 'Strava',
    documentation: 'https://developers.strava.com/docs/webhooks/',
    shapes: [{ json: ['aspect_type', 'object_type', 'subscription_id', 'owner_id'] }],
    events: [{ json: 'object_type', second: ['aspect_type'] }],
  },
  {
    name: 'Zapier',
    documentation: 'https://help.zapier.com/hc/en-us/articles/8496326446989',
    userAgents: ['zapier'],
    events: 'generic',
  },
];
