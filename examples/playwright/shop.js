import { createServer } from 'node:http';

// A shop with one page. A payment is sent to the listener that the page's address names in `notify`.
const page = `<!doctype html>
<title>Shop</title>
<h1>One lighthouse, 42.00</h1>
<button>Pay</button>
<p role="status"></p>
<script>
  document.querySelector('button').onclick = async () => {
    await fetch('/pay' + location.search, { method: 'POST' });
    document.querySelector('p').textContent = 'Thank you';
  };
</script>`;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  if (request.method === 'POST' && pathname === '/pay') {
    response.writeHead(204).end();
    // The page does not wait for it.
    void tellPaid(searchParams.get('notify'));
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }
});

async function tellPaid(listener) {
  await fetch(listener, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'order.paid', order: { id: 'A-1', amount: 4200 } }),
  });
}

server.listen(Number(process.argv[2]), '127.0.0.1');
