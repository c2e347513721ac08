// express-idempotency on its documented settings: the middleware on every POST, isHit and reportError in the handler.
import express from 'express';
import idempotency from 'express-idempotency';
import { setTimeout as work } from 'node:timers/promises';

let orders = 0;
const app = express();
app.use(express.json());
app.post('*', idempotency.idempotency());
app.post('/orders', async (request, response) => {
  const service = idempotency.getSharedIdempotencyService();
  if (service.isHit(request)) {
    return;
  }
  if (request.get('X-Stock') === 'none') {
    await work(400);
    service.reportError(request);
    response.status(500).json({ error: 'not in stock' });
    return;
  }
  await work(20);
  response.status(201).json({ order: ++orders, tenant: request.get('X-Tenant') });
});
app.get('/orders', (request, response) => response.json({ orders }));
app.listen(process.env.PORT, '127.0.0.1', () => console.log('ready'));
