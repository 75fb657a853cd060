import type { Sender } from './sender.ts';

/** Repositories, builds, deployments, alerts. */
export const codeSenders: readonly Sender[] = [
  {
    name: 'GitHub',
    documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
    userAgents: ['github-hookshot/'],
    shapes: [{ json: ['sender.node_id', 'sender.login'] }],
    events: [{ github: 'keys' }],
  },
  {
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
  },
  {
    name: 'Bitbucket',
    documentation: 'https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/',
    userAgents: ['bitbucket-webhooks/'],
    shapes: [
      { json: ['eventKey', 'actor'] },
      { json: ['actor', 'repository', 'push.changes'] },
      { json: ['actor', 'repository', 'pullrequest'] },
    ],
    events: [
      { json: 'eventKey' },
      { has: 'push.changes', event: 'repo:push' },
      { has: 'fork', event: 'repo:fork' },
    ],
  },
  {
    name: 'Azure DevOps',
    documentation: 'https://learn.microsoft.com/en-us/azure/devops/service-hooks/events',
    shapes: [{ json: ['publisherId', 'eventType', 'resource'] }],
    events: [{ json: 'eventType' }],
  },
  {
    name: 'Jira',
    documentation: 'https://developer.atlassian.com/cloud/jira/platform/webhooks/',
    shapes: [{ json: ['webhookEvent', 'timestamp'] }],
    events: [{ json: 'webhookEvent' }],
  },
  {
    name: 'CircleCI',
    documentation: 'https://circleci.com/docs/guides/integration/outbound-webhooks/',
    userAgents: ['circleci-webhook/'],
    headers: ['circleci-event-type', 'circleci-signature'],
    shapes: [{ json: ['type', 'pipeline', 'workflow', 'happened_at'] }],
    events: [{ header: 'circleci-event-type' }, { json: 'type' }],
  },
  {
    name: 'Buildkite',
    documentation: 'https://buildkite.com/docs/apis/webhooks/pipelines',
    userAgents: ['buildkite-request'],
    shapes: [{ json: ['event', 'build', 'pipeline', 'sender'] }],
    events: [{ json: 'event' }],
  },
  {
    name: 'Travis CI',
    documentation: 'https://docs.travis-ci.com/user/notifications/#webhook-delivery-format',
    headers: ['travis-repo-slug'],
    events: [{ json: 'type' }],
  },
  {
    name: 'Docker Hub',
    documentation: 'https://docs.docker.com/docker-hub/repos/manage/webhooks/',
    shapes: [{ json: ['push_data', 'repository.repo_name'] }],
    events: [{ has: 'push_data', event: 'push' }],
  },
  {
    name: 'Vercel',
    documentation: 'https://vercel.com/docs/webhooks/webhooks-api',
    shapes: [{ json: ['type', 'payload', 'createdAt', 'region'] }],
    events: [{ json: 'type' }],
  },
  {
    name: 'Heroku',
    documentation: 'https://devcenter.heroku.com/articles/app-webhooks',
    headers: ['heroku-webhook-hmac-sha256'],
    shapes: [{ json: ['webhook_metadata', 'resource', 'action'] }],
    events: [{ json: 'webhook_metadata.event.include', second: ['action'] }],
  },
  {
    name: 'HCP Terraform',
    documentation:
      'https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations#notification-payload',
    shapes: [{ json: ['notification_configuration_id', 'notifications[].trigger'] }],
    events: [{ json: 'notifications[].trigger' }],
  },
  {
    name: 'SonarQube',
    documentation: 'https://docs.sonarsource.com/sonarqube-server/project-administration/webhooks/',
    shapes: [{ json: ['serverUrl', 'analysedAt', 'status', 'project'] }],
    events: [{ json: 'status' }],
  },
  {
    name: 'Sentry',
    documentation:
      'https://docs.sentry.io/organization/integrations/integration-platform/webhooks/',
    headers: ['sentry-hook-resource', 'sentry-hook-signature'],
    events: [{ header: 'sentry-hook-resource', second: ['action'] }, { json: 'action' }],
  },
  {
    name: 'PagerDuty',
    documentation: 'https://developer.pagerduty.com/docs/webhooks-overview',
    userAgents: ['pagerduty-webhook/'],
    shapes: [{ json: ['event.event_type', 'event.resource_type'] }],
    events: [{ json: 'event.event_type' }],
  },
  // Its bodies have everything that Alertmanager's have, so it stands first.
  {
    name: 'Grafana',
    documentation:
      'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
    userAgents: ['grafana'],
    shapes: [{ json: ['receiver', 'status', 'alerts', 'orgId'] }],
    events: [{ json: 'status' }],
  },
  {
    name: 'Alertmanager',
    documentation: 'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
    userAgents: ['alertmanager/'],
    shapes: [
      { json: ['receiver', 'status', 'alerts', 'groupKey', 'truncatedAlerts', 'version=4'] },
    ],
    events: [{ json: 'status' }],
  },
];
