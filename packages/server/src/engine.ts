import { setFlagsFromString } from 'node:v8';

/*
 * Sets V8 up for a server, in all threads. The import of this module does it, so that whatever is loaded after it is loaded
 * by an engine that is set up: the command imports it before the server, and `main.ts` before everything else.
 */

// V8 notes which places of the code make objects that survive, and makes their next objects in the old generation at once.
// Objects that live for the few milliseconds of a commit seem to survive then: each object that is old without need keeps the young
// ones that it points to, a whole request, until the next full collection. Without this guess a third of all memory that
// captures take is no longer copied into the old generation, and a capture costs a fifth less processor time (bench/README.md).
setFlagsFromString('--no-allocation-site-pretenuring');

// Most code of the start runs once. Optimizing it takes a tenth more processor time than it saves, 7 MiB, and 8 MiB of the
// compilers' own code that nothing else has read yet. What the start makes stays: in a young generation that grows meanwhile
// it is copied more often, and 12 MiB of that remain for as long as the server is idle.
// With --jitless there are no compilers to go back to, and V8 would crash in them. It has no WebAssembly then, either.
const compilers = 'WebAssembly' in globalThis ? ['--turbofan', '--maglev'] : [];
const forServing = [...compilers, '--semi-space-growth-factor=2'];
for (const flag of ['--no-turbofan', '--no-maglev', '--semi-space-growth-factor=1']) {
  setFlagsFromString(flag);
}

/** Ends what only the start goes without. Called when the server is ready. */
export function engineHasStarted(): void {
  for (const flag of forServing) setFlagsFromString(flag);
}
