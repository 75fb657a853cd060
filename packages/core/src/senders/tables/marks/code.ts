import { marks as bitbucket } from '../../data/bitbucket.ts';
import { marks as github } from '../../data/github.ts';
import { marks as gitlab } from '../../data/gitlab.ts';
import { marks as jira } from '../../data/jira.ts';
import { marks as vercel } from '../../data/vercel.ts';
import type { Marks } from '../../parts/parts.ts';

export { github };

/** Repositories, builds, deployments, alerts. */
export const codeSenders: readonly Marks[] = [
  github,
  gitlab,
  bitbucket,
  {
    name: 'Azure DevOps',
    documentation: 'https://learn.microsoft.com/en-us/azure/devops/service-hooks/events',
    shapes: [{ json: ['publisherId', 'eventType', 'resource'] }],
    events: [{ json: 'eventType' }],
  },
  jira,
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
  vercel,
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
