/** What stands in for the dashboard where it was never built: a server that was not started by `npm start`. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Hookwell</title>
  </head>
  <body>
    <h1>Hookwell is running, but its dashboard is not built</h1>
    <p>Run <code>npm run build</code> in the folder of Hookwell, then start the server again. <code>npm start</code> does both.</p>
    <p>Receive URLs and the API work: <a href="/docs">the API is described here</a>.</p>
  </body>
</html>
`;
