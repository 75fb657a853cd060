import { compactJson } from '../../json/json-text.ts';
import type { SampleRequest } from '../parts/parts.ts';

/** The repository as GitHub's payloads have it, without most of its addresses. */
const githubRepository = `{
  "id": 912406773,
  "node_id": "R_kgDONmJrtQ",
  "name": "checkout",
  "full_name": "lighthouse-books/checkout",
  "private": true,
  "owner": {
    "login": "lighthouse-books",
    "id": 194230188,
    "node_id": "O_kgDOC5O2rA",
    "avatar_url": "https://avatars.githubusercontent.com/u/194230188?v=4",
    "html_url": "https://github.com/lighthouse-books",
    "type": "Organization",
    "site_admin": false
  },
  "html_url": "https://github.com/lighthouse-books/checkout",
  "description": "Basket, payment and receipts 📚",
  "fork": false,
  "url": "https://api.github.com/repos/lighthouse-books/checkout",
  "created_at": "2025-01-04T18:02:11Z",
  "updated_at": "2026-02-27T09:40:03Z",
  "pushed_at": "2026-03-01T11:59:58Z",
  "clone_url": "https://github.com/lighthouse-books/checkout.git",
  "ssh_url": "git@github.com:lighthouse-books/checkout.git",
  "homepage": null,
  "size": 4310,
  "stargazers_count": 12,
  "watchers_count": 12,
  "language": "TypeScript",
  "has_issues": true,
  "has_wiki": false,
  "archived": false,
  "disabled": false,
  "open_issues_count": 7,
  "license": null,
  "topics": ["payments", "webhooks"],
  "visibility": "private",
  "forks": 0,
  "open_issues": 7,
  "watchers": 12,
  "default_branch": "main"
}`;

/** The author of the event. */
const githubSender = `{
  "login": "ada-hartmann",
  "id": 60118842,
  "node_id": "MDQ6VXNlcjYwMTE4ODQy",
  "avatar_url": "https://avatars.githubusercontent.com/u/60118842?v=4",
  "html_url": "https://github.com/ada-hartmann",
  "type": "User",
  "site_admin": false
}`;

/** The headers of every delivery, beside the event and the signatures. */
const githubHeaders = [
  ['Accept', '*/*'],
  ['Content-Type', 'application/json'],
  ['User-Agent', 'GitHub-Hookshot/5c1a9e7'],
  ['X-GitHub-Hook-ID', '523140981'],
  ['X-GitHub-Hook-Installation-Target-ID', '912406773'],
  ['X-GitHub-Hook-Installation-Target-Type', 'repository'],
] as const;

const commit = `{
  "id": "9f2c1e7a4b6d80351c7e2f9a0b4d6e8f1a3c5b70",
  "tree_id": "5d8e0f3a7c1b94e26a0d3f5b7e9c1a2d4f6b8093",
  "distinct": true,
  "message": "Send the receipt once the payment has settled\\n\\nIt went out twice when the provider repeated its webhook.",
  "timestamp": "2026-03-01T12:59:41+01:00",
  "url": "https://github.com/lighthouse-books/checkout/commit/9f2c1e7a4b6d80351c7e2f9a0b4d6e8f1a3c5b70",
  "author": {
    "name": "Ada Hartmann",
    "email": "ada@lighthouse-books.example",
    "username": "ada-hartmann"
  },
  "committer": {
    "name": "Ada Hartmann",
    "email": "ada@lighthouse-books.example",
    "username": "ada-hartmann"
  },
  "added": ["src/receipts/sent-receipts.ts"],
  "removed": [],
  "modified": ["src/receipts/send.ts", "test/receipts/send.test.ts"]
}`;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
export const githubPush: SampleRequest = {
  id: 'github:push',
  sender: 'GitHub',
  title: 'Push of one commit',
  method: 'POST',
  query: '',
  headers: [
    ...githubHeaders,
    ['X-GitHub-Delivery', '7d0c5a10-1566-11f1-9c2e-2f6e1b0c4d7a'],
    ['X-GitHub-Event', 'push'],
    ['X-Hub-Signature', 'sha1=7df77305f29a69fc60d43fc3d530969d19549fce'],
    [
      'X-Hub-Signature-256',
      'sha256=fea0be1d547c20caebe4c278884a05ba0fed6c67c57b3f7d2e164c3ae7b356f7',
    ],
  ],
  body: compactJson(`{
    "ref": "refs/heads/main",
    "before": "1b7e4d9a2c6f8035e1a3c5d7f9b0e2a4c6d8f013",
    "after": "9f2c1e7a4b6d80351c7e2f9a0b4d6e8f1a3c5b70",
    "repository": ${githubRepository},
    "pusher": { "name": "ada-hartmann", "email": "ada@lighthouse-books.example" },
    "sender": ${githubSender},
    "created": false,
    "deleted": false,
    "forced": false,
    "base_ref": null,
    "compare": "https://github.com/lighthouse-books/checkout/compare/1b7e4d9a2c6f...9f2c1e7a4b6d",
    "commits": [${commit}],
    "head_commit": ${commit}
  }`),
};

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request */
export const githubPullRequest: SampleRequest = {
  id: 'github:pull_request',
  sender: 'GitHub',
  title: 'Pull request opened',
  method: 'POST',
  query: '',
  headers: [
    ...githubHeaders,
    ['X-GitHub-Delivery', 'c41b7f52-1567-11f1-8a3d-7e5d9b1f2c60'],
    ['X-GitHub-Event', 'pull_request'],
    ['X-Hub-Signature', 'sha1=ba978f91c8c1aa48ada834052190d36a2bc8abdd'],
    [
      'X-Hub-Signature-256',
      'sha256=4eeec47d8d1a7068772e242f972522e1a88037cfb41e814127de6743fc2a594d',
    ],
  ],
  body: compactJson(`{
    "action": "opened",
    "number": 214,
    "pull_request": {
      "url": "https://api.github.com/repos/lighthouse-books/checkout/pulls/214",
      "id": 2390147765,
      "node_id": "PR_kwDONmJrtc6Oduz1",
      "html_url": "https://github.com/lighthouse-books/checkout/pull/214",
      "diff_url": "https://github.com/lighthouse-books/checkout/pull/214.diff",
      "patch_url": "https://github.com/lighthouse-books/checkout/pull/214.patch",
      "number": 214,
      "state": "open",
      "locked": false,
      "title": "Retry the payment call with an idempotency key",
      "user": ${githubSender},
      "body": "The provider answers **504** now and then.\\r\\n\\r\\n- [x] tests\\r\\n- [ ] changelog",
      "created_at": "2026-03-01T12:00:04Z",
      "updated_at": "2026-03-01T12:00:04Z",
      "closed_at": null,
      "merged_at": null,
      "merge_commit_sha": null,
      "assignees": [],
      "requested_reviewers": [],
      "labels": [
        {
          "id": 8120394417,
          "node_id": "LA_kwDONmJrtc8AAAAB5AVTsQ",
          "name": "payments",
          "color": "0e8a7f",
          "default": false,
          "description": null
        }
      ],
      "milestone": null,
      "draft": false,
      "head": {
        "label": "lighthouse-books:idempotent-payments",
        "ref": "idempotent-payments",
        "sha": "e04b7c2d9a51f6830b2d4e6f8a1c3b5d7e9f0a12"
      },
      "base": {
        "label": "lighthouse-books:main",
        "ref": "main",
        "sha": "9f2c1e7a4b6d80351c7e2f9a0b4d6e8f1a3c5b70"
      },
      "author_association": "MEMBER",
      "auto_merge": null,
      "merged": false,
      "mergeable": null,
      "mergeable_state": "unknown",
      "comments": 0,
      "review_comments": 0,
      "commits": 3,
      "additions": 118,
      "deletions": 42,
      "changed_files": 6
    },
    "repository": ${githubRepository},
    "sender": ${githubSender}
  }`),
};
