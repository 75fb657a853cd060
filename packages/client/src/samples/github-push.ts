import { compactJson } from '../text/compact-json.ts';
import { githubHeaders, githubRepository, githubSender } from './github-repository.ts';
import type { SampleRequest } from './sample-request.ts';

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
