import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';

/** The line comes so long after the list. Most endpoints have none, and the first view does without its script. */
const afterListMs = 2000;

const RefusalsNote = lazyComponent(async () => {
  await new Promise((resolve) => setTimeout(resolve, afterListMs));
  return await import('./refusals-note.tsx');
}, 'RefusalsNote');

/** The line that says how many requests to an endpoint did not get in, if some did not. */
export function RefusalsLine({ token }: { token: string }) {
  return (
    <LazyPart>
      <RefusalsNote token={token} />
    </LazyPart>
  );
}
