import type { Sender } from './sender.ts';

/** Customers, tasks, calendars, forms, files. */
export const businessSenders: readonly Sender[] = [
  {
    name: 'HubSpot',
    documentation: 'https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide',
    shapes: [{ json: ['[].subscriptionType', '[].portalId'] }],
    events: [{ json: '[].subscriptionType' }],
  },
  {
    name: 'Salesforce',
    documentation:
      'https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging.htm',
    shapes: [{ xmlNamespace: 'http://soap.sforce.com/2005/09/outbound' }],
    events: [{ xml: 'subject' }],
  },
  {
    name: 'Intercom',
    documentation: 'https://developers.intercom.com/docs/webhooks',
    shapes: [{ json: ['type=notification_event', 'topic'] }],
    events: [{ json: 'topic' }],
  },
  {
    name: 'Zendesk',
    documentation:
      'https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/',
    shapes: [{ json: ['type^=zen:event-type:', 'zendesk_event_version'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Pipedrive',
    documentation: 'https://pipedrive.readme.io/docs/guide-for-webhooks-v2',
    shapes: [
      { json: ['meta.entity', 'meta.action', 'meta.company_id'] },
      { json: ['event', 'current', 'previous', 'meta.company_id'] },
    ],
    events: [{ json: 'event' }, { json: 'meta.entity', second: ['meta.action'] }],
  },
  {
    name: 'Linear',
    documentation: 'https://linear.app/developers/webhooks',
    headers: ['linear-event', 'linear-delivery', 'linear-signature'],
    shapes: [{ json: ['type', 'action', 'organizationId', 'webhookTimestamp'] }],
    events: [{ json: 'type', second: ['action'] }],
  },
  {
    name: 'Asana',
    documentation: 'https://developers.asana.com/docs/webhooks-guide',
    shapes: [{ json: ['events[].action', 'events[].resource.gid'] }],
    events: [{ json: 'events[].resource.resource_type', second: ['events[].action'] }],
  },
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
  {
    name: 'Notion',
    documentation: 'https://developers.notion.com/reference/webhooks',
    shapes: [{ json: ['type', 'workspace_id', 'subscription_id', 'integration_id'] }],
    events: [{ json: 'type' }],
  },
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
  {
    name: 'Calendly',
    documentation: 'https://developer.calendly.com/api-docs/webhook-subscriptions',
    headers: ['calendly-webhook-signature'],
    shapes: [{ json: ['event', 'payload', 'created_by^=https://api.calendly.com/'] }],
    events: [{ json: 'event' }],
  },
  {
    name: 'Cal.com',
    documentation: 'https://cal.com/docs/developing/guides/automation/webhooks',
    shapes: [{ json: ['triggerEvent', 'createdAt', 'payload'] }],
    events: [{ json: 'triggerEvent' }],
  },
  {
    name: 'Typeform',
    documentation: 'https://www.typeform.com/developers/webhooks/example-payload/',
    headers: ['typeform-signature'],
    shapes: [{ json: ['event_type', 'event_id', 'form_response'] }],
    events: [{ json: 'event_type' }],
  },
  {
    name: 'Tally',
    documentation: 'https://tally.so/help/webhooks',
    shapes: [{ json: ['eventId', 'eventType', 'data.formId'] }],
    events: [{ json: 'eventType' }],
  },
  {
    name: 'DocuSign',
    documentation: 'https://developers.docusign.com/platform/webhooks/connect/',
    shapes: [{ json: ['event', 'apiVersion', 'configurationId', 'retryCount'] }],
    events: [{ json: 'event' }],
  },
  {
    name: 'Dropbox',
    documentation: 'https://www.dropbox.com/developers/reference/webhooks',
    userAgents: ['dropboxwebhooks/'],
    shapes: [{ json: ['list_folder.accounts', 'delta.users'] }],
    events: [],
  },
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
