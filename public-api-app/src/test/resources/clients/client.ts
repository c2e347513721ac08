// Calls every operation with the generated client, over a network that loses answers.
import { ApiResponse, Configuration, CustomersApi, ExportsApi, FetchError, InvoicesApi, NewInvoice, ResponseError } from './generated';

declare const process: { argv: string[]; exit(code: number): void };

const configuration = new Configuration({ basePath: process.argv[2], accessToken: process.argv[3] });
const invoices = new InvoicesApi(configuration);
const customers = new CustomersApi(configuration);
const exports_ = new ExportsApi(configuration);

const expect = (holds: boolean, what: string) => {
  if (!holds) throw new Error(`expected ${what}`);
};

/** A FetchError is an answer that was lost: the same again, with the same key. */
const retried = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (lost) {
      if (!(lost instanceof FetchError) || tries === 50) throw lost;
    }
  }
};

const replayed = async <T>(call: () => Promise<ApiResponse<T>>): Promise<T> => {
  const answer = await retried(call);
  expect(answer.raw.headers.get('Idempotent-Replayed') === 'true', 'a replay');
  expect(answer.raw.headers.get('Idempotency-Key-Expires') !== null, "the key's expiry");
  return answer.value();
};

const refused = async (status: number, call: () => Promise<unknown>) => {
  try {
    await retried(call);
  } catch (error) {
    expect(error instanceof ResponseError && error.response.status === status, `${status}, not ${error}`);
    return;
  }
  throw new Error(`not refused with ${status}`);
};

const main = async () => {
  const key = () => `"typescript ${crypto.randomUUID()}"`;
  const line = { description: 'Engine', quantity: 2, unitAmountCents: 4950 };
  const newInvoice: NewInvoice = { customer: 'Ada, generated in TypeScript', currency: 'EUR', dueDate: new Date('2099-12-31'), lines: [line] };

  const created = { idempotencyKey: key(), newInvoice };
  const invoice = await retried(() => invoices.createInvoice(created));
  expect((await replayed(() => invoices.createInvoiceRaw(created))).id === invoice.id, 'the same invoice');
  await refused(422, () => invoices.createInvoice({ ...created, newInvoice: { ...newInvoice, customer: 'Somebody else' } }));

  const id = invoice.id;
  const appended = { id, idempotencyKey: key(), line };
  await retried(() => invoices.appendLine(appended));
  await replayed(() => invoices.appendLineRaw(appended));
  await retried(() => invoices.setMemo({ id, memo: { memo: 'Paid' } }));
  const now = await retried(() => invoices.getInvoice({ id }));
  expect(now.lines.length === 2 && now.memo === 'Paid', 'one line more and a memo');
  expect((await retried(() => invoices.listInvoices({ limit: 200 }))).invoices.some((one) => one.id === id), 'the invoice in the list');

  const newCustomer = { email: `typescript-${crypto.randomUUID()}@example.com`, name: 'Ada' };
  const customer = await retried(() => customers.createCustomer({ newCustomer }));
  expect((await retried(() => customers.createCustomer({ newCustomer }))).id === customer.id, 'one customer');
  await retried(() => customers.getCustomer({ id: customer.id }));

  const exported = { idempotencyKey: key() };
  const started = await retried(() => exports_.createExport(exported));
  await replayed(() => exports_.createExportRaw(exported));
  while ((await retried(() => exports_.getExport({ id: started.id }))).status !== 'done') {
    await new Promise((resume) => setTimeout(resume, 100));
  }
  expect((await retried(() => exports_.getExportFile({ id: started.id }))).includes(id), 'the file');

  await retried(() => invoices.deleteInvoice({ id }));
  await retried(() => invoices.deleteInvoice({ id }));
  await refused(404, () => invoices.getInvoice({ id }));
  console.log('every operation was called');
};

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
