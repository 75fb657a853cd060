import type { Marks, WrittenScheme } from '../parts/parts.ts';

export const marks: Marks = {
  name: 'GitLab',
  documentation: 'https://docs.gitlab.com/user/project/integrations/webhook_events/',
  userAgents: ['gitlab/'],
  shapes: [{ json: ['object_kind', 'project'] }, { json: ['object_kind', 'project_id'] }],
  events: [
    {
      json: 'object_kind',
      second: ['object_attributes.action', 'action', 'object_attributes.status', 'build_status'],
    },
    { json: 'event_name' },
  ],
};

export const signature: WrittenScheme = {
  name: 'gitlab',
  title: 'GitLab',
  documentation: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
  secret: {
    words: 'Signing token or secret token',
    where:
      "In the webhook's settings on GitLab: a signing token begins with whsec_, a secret token is whatever you choose.",
  },
  ways: [
    { by: 'secret', header: 'X-Gitlab-Token' },
    { by: 'standard-webhooks', names: 'webhook', secretPrefix: 'whsec_' },
  ],
  id: { header: 'Idempotency-Key' },
  event: { header: 'X-Gitlab-Event' },
  proof: { library: 'standardwebhooks' },
  note: 'A secret token is sent as it is and signs nothing. A signing token signs as Standard Webhooks do, and it is what the proof is about.',
};
