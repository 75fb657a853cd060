/** A page of the documentation for users. */
export interface DocumentationPage {
  /** Its address is `/docs/` and this. */
  name: string;
  /** Its source, as a path in the repository. */
  file: string;
}

/** The address of the repository's files that are no page. */
export const repository = 'https://github.com/hookwell/hookwell/blob/main/';

/** The pages, in the order of their list. Those for people who change Hookwell are left out. */
export const pageGroups: readonly { title: string; pages: readonly DocumentationPage[] }[] = [
  {
    title: 'Receiving webhooks',
    pages: [
      page('matching'),
      page('replies'),
      page('signatures'),
      page('senders'),
      page('events'),
      page('grading'),
      page('as-code'),
    ],
  },
  {
    title: 'With others',
    pages: [page('sharing'), page('teams'), page('audit')],
  },
  {
    title: 'From your machine',
    pages: [
      page('command-line'),
      page('desk'),
      page('forwarding'),
      page('ci'),
      page('api'),
      { name: 'client', file: 'packages/client/README.md' },
    ],
  },
  {
    title: 'Running Hookwell',
    pages: [
      page('installing'),
      page('operating'),
      page('databases'),
      page('scaling'),
      page('limits'),
      page('payments'),
      page('single-sign-on'),
    ],
  },
];

export const documentationPages: readonly DocumentationPage[] = pageGroups.flatMap(
  ({ pages }) => pages,
);

function page(name: string): DocumentationPage {
  return { name, file: `docs/${name}.md` };
}
