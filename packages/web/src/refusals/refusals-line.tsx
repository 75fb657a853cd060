import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';

/** What is not there at first may come after this time. */
const firstViewMs = 2000;

/** Loaded once the first view has come to rest. */
const RefusalsNote = lazyComponent(async () => {
  await new Promise((resolve) => setTimeout(resolve, firstViewMs));
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
