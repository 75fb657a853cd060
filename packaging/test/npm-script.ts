/** npm's own program, which any Node can run. */
export function npmScript(): string {
  const { npm_execpath: path } = process.env;
  if (path === undefined) throw new Error('Run it with npm: npm run test:system');
  return path;
}
