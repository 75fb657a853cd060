import { PageSection } from '../page/narrow-page.tsx';
import { textLink } from '../page/text-link.ts';
import { CommandBox } from '../ui/command-box.tsx';

/** An example of a call with a key. */
export function KeyExample() {
  const command = `curl -H "Authorization: Bearer $HOOKWELL_API_KEY" '${location.origin}/api/requests?limit=10'`;
  return (
    <PageSection title="Using a key">
      <p className="mb-3">
        A key is a bearer credential. Keep it in an environment variable, not in the code:
      </p>
      <CommandBox label="the example" text={command} />
      <p className="mt-3 text-muted">
        Everything else is in the{' '}
        <a className={textLink} href="/docs">
          API documentation
        </a>
        .
      </p>
    </PageSection>
  );
}
