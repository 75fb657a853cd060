import { compactJson } from '../../json/json-text.ts';
import { formText, type SampleRequest } from '../parts/parts.ts';

const slackHeaders = [
  ['Accept', '*/*'],
  ['User-Agent', 'Slackbot 1.0 (+https://api.slack.com/robots)'],
] as const;

/** https://docs.slack.dev/interactivity/implementing-slash-commands */
export const slackSlashCommand: SampleRequest = {
  id: 'slack:slash-command',
  sender: 'Slack',
  title: 'Slash command',
  method: 'POST',
  query: '',
  headers: [
    ...slackHeaders,
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['X-Slack-Request-Timestamp', '1772366407'],
    ['X-Slack-Signature', 'v0=f2f17e6f67c4318482403b13136d642ae3df39913397d842e375d02abacdbb49'],
  ],
  body: formText({
    token: 'sample-verification-token',
    team_id: 'T0LIGHT26',
    team_domain: 'lighthouse-books',
    channel_id: 'C05ORDERS',
    channel_name: 'orders',
    user_id: 'U02ADAHRT',
    user_name: 'ada',
    command: '/order',
    text: 'find 1234 & "gift" 🎁',
    api_app_id: 'A07SAMPLE',
    is_enterprise_install: 'false',
    response_url: 'https://hooks.slack.com/commands/1234/5678',
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
  }),
};

/** https://docs.slack.dev/apis/events-api/#callback-field and https://docs.slack.dev/reference/events/message */
export const slackEventCallback: SampleRequest = {
  id: 'slack:event_callback',
  sender: 'Slack',
  title: 'Message in a channel',
  method: 'POST',
  query: '',
  headers: [
    ...slackHeaders,
    ['Content-Type', 'application/json'],
    ['X-Slack-Request-Timestamp', '1772366418'],
    ['X-Slack-Signature', 'v0=4b31fa6fdd0c0913ec7cd4dce0bbc0a9fdaa4b4a8e0d4146b91ef30d84c5f504'],
  ],
  body: compactJson(`{
    "token": "sample-verification-token",
    "team_id": "T0LIGHT26",
    "context_team_id": "T0LIGHT26",
    "context_enterprise_id": null,
    "api_app_id": "A07SAMPLE",
    "event": {
      "user": "U02ADAHRT",
      "type": "message",
      "ts": "1772366417.284019",
      "client_msg_id": "0c6a9a3e-6f0a-4f9e-9b5d-3f1f6a7b2c18",
      "text": "Order <https:\\/\\/lighthouse-books.example\\/orders\\/1234|#1234> is on its way :package:",
      "team": "T0LIGHT26",
      "blocks": [
        {
          "type": "rich_text",
          "block_id": "Rk3fA",
          "elements": [
            {
              "type": "rich_text_section",
              "elements": [
                { "type": "text", "text": "Order " },
                {
                  "type": "link",
                  "url": "https:\\/\\/lighthouse-books.example\\/orders\\/1234",
                  "text": "#1234"
                },
                { "type": "text", "text": " is on its way " },
                { "type": "emoji", "name": "package", "unicode": "1f4e6" }
              ]
            }
          ]
        }
      ],
      "channel": "C05ORDERS",
      "event_ts": "1772366417.284019",
      "channel_type": "channel"
    },
    "type": "event_callback",
    "event_id": "Ev09SAMPLE01",
    "event_time": 1772366417,
    "authorizations": [
      {
        "enterprise_id": null,
        "team_id": "T0LIGHT26",
        "user_id": "U05BOTUSR",
        "is_bot": true,
        "is_enterprise_install": false
      }
    ],
    "is_ext_shared_channel": false,
    "event_context": "4-sampleEventContext"
  }`),
};
