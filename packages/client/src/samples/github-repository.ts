/** The repository as GitHub's payloads have it, without most of its addresses. */
export const githubRepository = `{
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
export const githubSender = `{
  "login": "ada-hartmann",
  "id": 60118842,
  "node_id": "MDQ6VXNlcjYwMTE4ODQy",
  "avatar_url": "https://avatars.githubusercontent.com/u/60118842?v=4",
  "html_url": "https://github.com/ada-hartmann",
  "type": "User",
  "site_admin": false
}`;

/** The headers of every delivery, beside the event and the signatures. */
export const githubHeaders = [
  ['Accept', '*/*'],
  ['Content-Type', 'application/json'],
  ['User-Agent', 'GitHub-Hookshot/5c1a9e7'],
  ['X-GitHub-Hook-ID', '523140981'],
  ['X-GitHub-Hook-Installation-Target-ID', '912406773'],
  ['X-GitHub-Hook-Installation-Target-Type', 'repository'],
] as const;
