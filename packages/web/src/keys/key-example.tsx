import { PageSection, textLink } from '../page/narrow-page.tsx';
import { CommandBox } from '../ui/command-box.tsx';

/** How a key is used. */
export function KeyExample() {
  const command = `curl -H "Authorization: Bearer $HOOKWELL_API_KEY" '${location.origin}/api/requests?limit=10'`;
  return (
    <PageSection title="How a key is used">
      <p className="mb-3">
        It is a bearer credential. Keep it in a variable of the environment, not in the code:
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
