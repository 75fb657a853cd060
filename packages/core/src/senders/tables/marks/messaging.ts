import { marks as discord } from '../../data/discord.ts';
import { marks as meta } from '../../data/meta.ts';
import { marks as slack } from '../../data/slack.ts';
import { marks as twilio } from '../../data/twilio.ts';
import { marks as twitter } from '../../data/twitter.ts';
import { marks as zoom } from '../../data/zoom.ts';
import type { Marks } from '../../parts/parts.ts';

/** Chats, calls, meetings. */
export const messagingSenders: readonly Marks[] = [
  slack,
  twilio,
  discord,
  {
    name: 'Telegram',
    documentation: 'https://core.telegram.org/bots/api#update',
    shapes: [{ json: ['update_id'] }],
    events: [
      {
        keys: [
          'message',
          'edited_message',
          'channel_post',
          'edited_channel_post',
          'business_connection',
          'business_message',
          'edited_business_message',
          'deleted_business_messages',
          'message_reaction',
          'message_reaction_count',
          'inline_query',
          'chosen_inline_result',
          'callback_query',
          'shipping_query',
          'pre_checkout_query',
          'purchased_paid_media',
          'poll',
          'poll_answer',
          'my_chat_member',
          'chat_member',
          'chat_join_request',
          'chat_boost',
          'removed_chat_boost',
        ],
      },
    ],
  },
  meta,
  {
    name: 'LINE',
    documentation: 'https://developers.line.biz/en/reference/messaging-api/#webhooks',
    userAgents: ['linebotwebhook/'],
    shapes: [{ json: ['destination', 'events[].webhookEventId'] }],
    events: [{ json: 'events[].type' }],
  },
  {
    name: 'Viber',
    documentation: 'https://developers.viber.com/docs/api/rest-bot-api/#callbacks',
    shapes: [{ json: ['event', 'timestamp', 'message_token'] }],
    events: [{ json: 'event' }],
  },
  zoom,
  {
    name: 'Webex',
    documentation: 'https://developer.webex.com/docs/webhooks',
    shapes: [{ json: ['resource', 'event', 'orgId', 'actorId'] }],
    events: [{ json: 'resource', second: ['event'] }],
  },
  {
    name: 'Twitch',
    documentation: 'https://dev.twitch.tv/docs/eventsub/handling-webhook-events/',
    headers: ['twitch-eventsub-subscription-type', 'twitch-eventsub-message-type'],
    shapes: [{ json: ['subscription.type', 'subscription.transport', 'subscription.condition'] }],
    events: [{ header: 'twitch-eventsub-subscription-type' }, { json: 'subscription.type' }],
  },
  twitter,
];
