import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '../../../..');

/** Files that take longest, whatever their size: were they among the last, processors would rest beside them. */
const longest = [
  'packages/web/test/browser/accessibility.test.ts',
  'packages/web/test/browser/changed-elsewhere.test.ts',
  'packages/web/test/browser/search.test.ts',
  'packages/server/test/signatures/explanations-at-stop.test.ts',
  'packages/client/test/built/sqlite-examples.test.ts',
  'packages/cli/test/service/examples.test.ts',
  'packages/server/test/live/stalled-streams.test.ts',
  'packages/server/test/connections/pipelined-requests.test.ts',
  'packages/cli/test/sqlite-process-end.test.ts',
  'packages/server/test/neighbours/sqlite-hostile-few.test.ts',
  'packages/server/test/interleavings/mutations.slow.test.ts',
  'packages/proof/test/judgement/long-histories.slow.test.ts',
  'packages/cli/test/archives/large.slow.test.ts',
  'packages/cli/test/requests/many.slow.test.ts',
  'packages/server/test/neighbours/hostile-senders.slow.test.ts',
  'packages/server/test/neighbours/sqlite-hostile-settings.slow.test.ts',
  'packages/server/test/neighbours/sqlite-hostile-senders.slow.test.ts',
  'packages/server/test/neighbours/hostile-readers.slow.test.ts',
];

/** The order of test files: the longest of a project first. */
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
  return [...first, ...rest];
}

function nameOf({ moduleId }: TestSpecification): string {
  return relative(root, moduleId);
}
