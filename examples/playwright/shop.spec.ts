import { expect, test } from '@hookwell/client/playwright';

test('paying tells the listener', async ({ page, endpoint }) => {
  await page.goto(`/?notify=${encodeURIComponent(endpoint.url)}`);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('Thank you');

  const request = await endpoint.waitFor('method:POST json.type=order.paid');
  expect(JSON.parse(request.body).order).toEqual({ id: 'A-1', amount: 4200 });
});

test('a visit without a payment tells no one', async ({ page, endpoint }) => {
  await page.goto(`/?notify=${encodeURIComponent(endpoint.url)}`);
  await endpoint.expectNone('', { for: 500 });
});
