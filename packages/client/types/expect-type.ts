/** Whether two types are the very same; `any` is only the same as `any`. */
export type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Does not compile if something is not `true`. */
export function sure<_Claims extends readonly true[]>(): void {}
