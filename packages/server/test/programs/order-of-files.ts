import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '../../../..');
const inBrowser = /^packages\/web\/test\/browser\//;

/** Files that take longest, whatever their size: were they among the last, processors would rest beside them. */
const longest = [
  'packages/web/test/browser/accessibility.test.ts',
  'packages/cli/test/service/examples.test.ts',
  'packages/client/test/built/sqlite-examples.test.ts',
  'packages/server/test/live/stalled-streams.test.ts',
  'packages/server/test/signatures/bursts.test.ts',
  'packages/web/test/browser/search.test.ts',
  'packages/cli/test/sqlite-process-end.test.ts',
  'packages/server/test/requests/sqlite-same-everywhere.test.ts',
  'packages/server/test/requests/sqlite-heavy-documents.test.ts',
  'packages/web/test/browser/hostile.test.ts',
  'packages/server/test/receive/one-byte-chunks.test.ts',
  'packages/server/test/rendering/text-chunks.test.ts',
  'packages/server/test/neighbours/sqlite-hostile-few.test.ts',
  'packages/cli/test/archives/large.slow.test.ts',
  'packages/cli/test/requests/many.slow.test.ts',
  'packages/server/test/neighbours/hostile-senders.slow.test.ts',
  'packages/server/test/neighbours/hostile-settings.slow.test.ts',
  'packages/server/test/neighbours/sqlite-hostile-senders.slow.test.ts',
  'packages/server/test/neighbours/hostile-readers.slow.test.ts',
];

/**
 * The order of test files: the longest of a project first. Those in a browser keep all processors busy, and others wait for much of
 * their time: so the first are spread over the others of their project.
 */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project);
    return [...projects.values()].flatMap(inOrder);
  }
}

function inOrder(files: TestSpecification[]): TestSpecification[] {
  const rank = (file: TestSpecification) => longest.indexOf(nameOf(file));
  const isLong = (file: TestSpecification) => rank(file) !== -1;
  const first = files.filter(isLong).toSorted((one, other) => rank(one) - rank(other));
  const rest = files.filter((file) => !isLong(file));
  return [...first, ...spread(rest)];
}

/** Files in the browser begin at equal distances, and none within the last quarter. */
function spread(files: TestSpecification[]): TestSpecification[] {
  const shown = files.filter((file) => inBrowser.test(nameOf(file)));
  const others = files.filter((file) => !inBrowser.test(nameOf(file)));
  const distance = Math.max(1, Math.floor((others.length * 0.75) / Math.max(1, shown.length)));
  const between = others.flatMap((file, index) => {
    const next = index % distance === 0 ? shown.shift() : undefined;
    return next === undefined ? [file] : [next, file];
  });
  return [...between, ...shown];
}

function nameOf({ moduleId }: TestSpecification): string {
  return relative(root, moduleId);
}
