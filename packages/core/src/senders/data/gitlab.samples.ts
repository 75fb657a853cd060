import { compactJson } from '../../json/json-text.ts';
import { type SampleRequest, sampleSecret } from '../parts/parts.ts';

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events */
export const gitlabPush: SampleRequest = {
  id: 'gitlab:push',
  sender: 'GitLab',
  title: 'Push of one commit',
  method: 'POST',
  query: '',
  headers: [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'GitLab/18.9.1-ee'],
    ['Idempotency-Key', 'f5e57ba5-207b-4c4b-8c2e-8b0e2f7d9a11'],
    ['X-Gitlab-Event', 'Push Hook'],
    ['X-Gitlab-Event-UUID', '13792a34-cac6-4fda-95a8-c58e00a3954e'],
    ['X-Gitlab-Instance', 'https://gitlab.example.com'],
    ['X-Gitlab-Webhook-UUID', '02affd2d-2cba-4033-917d-ec22d5dc4b38'],
    ['X-Gitlab-Token', sampleSecret],
  ],
  body: compactJson(`{
    "object_kind": "push",
    "event_name": "push",
    "before": "95790bf891e76fee5e1747ab589903a6a1f80f22",
    "after": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
    "ref": "refs/heads/main",
    "ref_protected": true,
    "checkout_sha": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
    "message": null,
    "user_id": 47,
    "user_name": "Joel Okafor",
    "user_username": "jokafor",
    "user_email": "",
    "user_avatar": "https://gitlab.example.com/uploads/-/system/user/avatar/47/avatar.png",
    "project_id": 1520,
    "project": {
      "id": 1520,
      "name": "Warehouse",
      "description": "Stock levels and dispatch",
      "web_url": "https://gitlab.example.com/logistics/warehouse",
      "avatar_url": null,
      "git_ssh_url": "git@gitlab.example.com:logistics/warehouse.git",
      "git_http_url": "https://gitlab.example.com/logistics/warehouse.git",
      "namespace": "Logistics",
      "visibility_level": 0,
      "path_with_namespace": "logistics/warehouse",
      "default_branch": "main",
      "ci_config_path": null
    },
    "commits": [
      {
        "id": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
        "message": "Count returns before the stock is printed\\n",
        "title": "Count returns before the stock is printed",
        "timestamp": "2026-03-01T11:58:20+00:00",
        "url": "https://gitlab.example.com/logistics/warehouse/-/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
        "author": { "name": "Joel Okafor", "email": "[REDACTED]" },
        "added": [],
        "modified": ["lib/stock.rb", "spec/stock_spec.rb"],
        "removed": []
      }
    ],
    "total_commits_count": 1,
    "push_options": {},
    "repository": {
      "name": "Warehouse",
      "url": "git@gitlab.example.com:logistics/warehouse.git",
      "description": "Stock levels and dispatch",
      "homepage": "https://gitlab.example.com/logistics/warehouse",
      "git_http_url": "https://gitlab.example.com/logistics/warehouse.git",
      "git_ssh_url": "git@gitlab.example.com:logistics/warehouse.git",
      "visibility_level": 0
    }
  }`),
};
