/** The lines that let pages of an origin send requests to a program, by what the program is made with. */
export function corsLines(origin: string): { name: string; text: string }[] {
  return [
    {
      name: 'Node',
      text: `// First in the listener of http.createServer((req, res) => …):
res.setHeader('Access-Control-Allow-Origin', '${origin}');
res.setHeader('Access-Control-Allow-Methods', '*');
res.setHeader('Access-Control-Allow-Headers', 'authorization, *');
if (req.method === 'OPTIONS') return res.writeHead(204).end();`,
    },
    {
      name: 'Express',
      text: `// Before all routes:
app.use((req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '${origin}');
  res.setHeader('Access-Control-Allow-Methods', '*');
  res.setHeader('Access-Control-Allow-Headers', 'authorization, *');
  if (req.method === 'OPTIONS') return res.sendStatus(204);
  next();
});`,
    },
    {
      name: 'Next.js',
      text: `// In next.config.mjs:
export default {
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'Access-Control-Allow-Origin', value: '${origin}' },
        { key: 'Access-Control-Allow-Methods', value: '*' },
        { key: 'Access-Control-Allow-Headers', value: 'authorization, *' },
      ],
    },
  ],
};
// Only where a handler in pages/api refuses OPTIONS, its first line:
// if (req.method === 'OPTIONS') return res.status(204).end();`,
    },
    {
      name: 'Rails',
      text: `# In config/initializers/cors.rb:
class AllowHookwell
  HEADERS = {
    "access-control-allow-origin" => "${origin}",
    "access-control-allow-methods" => "*",
    "access-control-allow-headers" => "authorization, *"
  }

  def initialize(app)
    @app = app
  end

  def call(env)
    return [204, HEADERS.dup, []] if env["REQUEST_METHOD"] == "OPTIONS"
    status, headers, body = @app.call(env)
    [status, headers.merge(HEADERS), body]
  end
end
Rails.application.config.middleware.insert_before 0, AllowHookwell`,
    },
  ];
}
