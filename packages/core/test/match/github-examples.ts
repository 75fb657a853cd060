import examples from '@octokit/webhooks-examples' with { type: 'json' };

interface Example {
  name: string;
  examples: readonly object[];
}

/** The declaration of the package has a default export; the JSON itself is the list. */
function example(name: string): object {
  const found = (examples as unknown as readonly Example[]).find((event) => event.name === name)
    ?.examples[0];
  if (found === undefined) throw new Error(`There is no example of ${name}`);
  return found;
}

/** Payloads that GitHub has sent. */
export const webhooks = {
  issue: example('issues'),
  ping: example('ping'),
  pullRequest: example('pull_request'),
};
