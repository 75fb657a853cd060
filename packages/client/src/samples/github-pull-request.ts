import { compactJson } from '../text/compact-json.ts';
import { githubHeaders, githubRepository, githubSender } from './github-repository.ts';
import type { SampleRequest } from './sample-request.ts';

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
