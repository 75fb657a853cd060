import type { EndpointSettings } from '../contract/types.ts';
import type { Grade } from './grade.ts';

/** The settings of an endpoint could not be put back after a grade: it still answers by the plan of the grade. */
export class RestoreError extends Error {
  static {
    RestoreError.prototype.name = 'RestoreError';
  }

  /** The settings from before the grade; `{}` if there were none. */
  readonly settings: EndpointSettings;
  /** The grade, unless it failed as well. */
  readonly grade: Grade | undefined;

  constructor(settings: EndpointSettings, grade: Grade | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The settings of the endpoint could not be restored: ${reason}`, { cause });
    this.settings = settings;
    this.grade = grade;
  }
}
