import { eventText } from './event-text.ts';
import { isJsonObject, valueAt } from './json-path.ts';

/** An event of GitHub, and the JSON paths that its bodies have. */
interface EventKeys {
  event: string;
  has: readonly string[];
  /** Paths of which none is there. */
  without?: readonly string[];
  /** Actions, if the keys alone do not tell. */
  actions?: readonly string[];
  /** The body has nothing else but the surroundings of an event, so it is none that this table does not know. */
  isBare?: true;
  /** No other event has these keys, so they tell in a cut body as well. */
  isCertain?: true;
}

/**
 * GitHub names the event in `X-GitHub-Event`, which is not stored, so it is told by the body's keys, those of the more
 * special event first (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
 */
const eventsByKeys: readonly EventKeys[] = [
  { event: 'push', has: ['ref', 'before', 'after', 'commits'], isCertain: true },
  { event: 'push', has: ['ref', 'before', 'after', 'pusher'], isCertain: true },
  { event: 'pull_request', has: ['action', 'number', 'pull_request'], isCertain: true },
  { event: 'ping', has: ['zen', 'hook_id'] },
  { event: 'meta', has: ['hook', 'hook_id'] },
  { event: 'cache_sync', has: ['cache_location'] },
  { event: 'create', has: ['ref', 'ref_type', 'master_branch'] },
  { event: 'delete', has: ['ref', 'ref_type'] },
  { event: 'workflow_dispatch', has: ['ref', 'workflow', 'inputs'] },
  { event: 'repository_dispatch', has: ['client_payload'] },
  { event: 'code_scanning_alert', has: ['alert', 'commit_oid'] },
  { event: 'secret_scanning_alert_location', has: ['alert', 'location'] },
  { event: 'secret_scanning_alert', has: ['alert.secret_type'] },
  { event: 'dependabot_alert', has: ['alert.dependency'] },
  { event: 'repository_vulnerability_alert', has: ['alert.affected_range'] },
  { event: 'security_advisory', has: ['security_advisory'] },
  { event: 'repository_advisory', has: ['repository_advisory'] },
  { event: 'repository_ruleset', has: ['repository_ruleset'] },
  { event: 'branch_protection_rule', has: ['rule'] },
  { event: 'discussion_comment', has: ['discussion', 'comment'] },
  { event: 'discussion', has: ['discussion'] },
  { event: 'pull_request_review_thread', has: ['pull_request', 'thread'] },
  { event: 'pull_request_review_comment', has: ['pull_request', 'comment'] },
  { event: 'pull_request_review', has: ['pull_request', 'review'] },
  { event: 'pull_request', has: ['pull_request'] },
  { event: 'issue_comment', has: ['issue', 'comment'] },
  { event: 'commit_comment', has: ['comment'] },
  { event: 'issues', has: ['issue'] },
  { event: 'sub_issues', has: ['sub_issue', 'parent_issue'] },
  { event: 'issue_dependencies', has: ['blocked_issue', 'blocking_issue'] },
  { event: 'deployment_review', has: ['workflow_run', 'since'] },
  { event: 'deployment_protection_rule', has: ['deployment_callback_url'] },
  { event: 'workflow_job', has: ['workflow_job'] },
  { event: 'deployment_status', has: ['deployment_status'] },
  { event: 'deployment', has: ['deployment'] },
  { event: 'workflow_run', has: ['workflow_run'] },
  { event: 'check_run', has: ['check_run'] },
  { event: 'check_suite', has: ['check_suite'] },
  { event: 'status', has: ['sha', 'state', 'context'] },
  { event: 'repository_import', has: ['status', 'repository'] },
  { event: 'content_reference', has: ['content_reference'] },
  { event: 'deploy_key', has: ['key'] },
  { event: 'fork', has: ['forkee'] },
  { event: 'gollum', has: ['pages'] },
  { event: 'page_build', has: ['build', 'id'] },
  { event: 'merge_group', has: ['merge_group'] },
  { event: 'milestone', has: ['milestone'] },
  { event: 'label', has: ['label'] },
  { event: 'release', has: ['release'] },
  { event: 'registry_package', has: ['registry_package'] },
  { event: 'package', has: ['package'] },
  { event: 'project_card', has: ['project_card'] },
  { event: 'project_column', has: ['project_column'] },
  { event: 'project', has: ['project'] },
  { event: 'projects_v2_item', has: ['projects_v2_item'] },
  { event: 'projects_v2_status_update', has: ['projects_v2_status_update'] },
  { event: 'projects_v2', has: ['projects_v2'] },
  { event: 'sponsorship', has: ['sponsorship'] },
  { event: 'marketplace_purchase', has: ['marketplace_purchase'] },
  { event: 'org_block', has: ['blocked_user'] },
  { event: 'personal_access_token_request', has: ['personal_access_token_request'] },
  { event: 'custom_property_values', has: ['new_property_values'] },
  { event: 'custom_property', has: ['definition'] },
  { event: 'installation_repositories', has: ['repositories_added', 'repositories_removed'] },
  { event: 'installation_target', has: ['target_type', 'account'] },
  { event: 'membership', has: ['team', 'member', 'scope'] },
  { event: 'member', has: ['member'] },
  { event: 'team', has: ['team', 'action'] },
  { event: 'team_add', has: ['team'] },
  { event: 'security_and_analysis', has: ['changes.from.security_and_analysis'] },
  { event: 'organization', has: ['organization', 'membership'] },
  { event: 'organization', has: ['organization', 'invitation'] },
  { event: 'user', has: ['user', 'enterprise'] },
  { event: 'user', has: ['user'] },
  { event: 'star', has: ['starred_at'] },
  { event: 'watch', has: ['repository'], actions: ['started'], isBare: true },
  { event: 'repository', has: ['repository', 'action'], isBare: true },
  { event: 'public', has: ['repository'], without: ['action'], isBare: true },
  { event: 'installation', has: ['installation.account', 'action'], without: ['repository'] },
  { event: 'organization', has: ['organization'], actions: ['deleted', 'renamed'], isBare: true },
  { event: 'github_app_authorization', has: ['sender'], actions: ['revoked'], isBare: true },
  {
    event: 'enterprise',
    has: ['sender'],
    actions: ['anonymous_access_enabled', 'anonymous_access_disabled'],
    isBare: true,
  },
];

const surroundings: ReadonlySet<string> = new Set([
  'action',
  'changes',
  'repository',
  'organization',
  'sender',
  'installation',
  'enterprise',
]);

/** The event of a body in GitHub's form: `push`, `pull_request.opened`. */
export function githubEvent(json: unknown, isWhole: boolean): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const action = eventText(valueAt(json, 'action')?.value);
  const isBareBody = Object.keys(json).every((key) => surroundings.has(key));
  const known = eventsByKeys.find(
    ({ has, without = [], actions, isBare, isCertain }) =>
      (isWhole || isCertain) &&
      (!isBare || isBareBody) &&
      has.every((path) => valueAt(json, path) !== undefined) &&
      !without.some((path) => valueAt(json, path) !== undefined) &&
      (actions === undefined || (action !== undefined && actions.includes(action))),
  );
  if (known === undefined) return undefined;
  return action === undefined ? known.event : `${known.event}.${action}`;
}
