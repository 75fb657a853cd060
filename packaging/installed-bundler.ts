/** Loads what loads the bundler; undefined where the bundler is not installed, as without development dependencies. */
export async function bundlerOf<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load();
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (isMissing) return undefined;
    throw error;
  }
}
