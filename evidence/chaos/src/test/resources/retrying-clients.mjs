// Sends one invoice per key with a client that sends again by itself, and prints the status that each ended with.
const [client, base, token, keys] = process.argv.slice(2);
const TRIES = 40;
const PAUSE = 50;
const TIMEOUT = 5000;
const AGAIN = [409, 429, 500, 502, 503, 504];
const url = `${base}/api/invoices`;
const headers = (key) => ({
  authorization: `Bearer ${token}`,
  "idempotency-key": `"${key}"`,
  "content-type": "application/json",
});
const body = (key) =>
  JSON.stringify({
    customer: key,
    currency: "EUR",
    lines: [{ description: "Engine", quantity: 1, unit_amount_cents: 2500 }],
  });

async function clientNamed(name) {
  if (name === "got") {
    const { default: got } = await import("got");
    return async (key) => {
      const answer = await got.post(url, {
        headers: headers(key),
        body: body(key),
        throwHttpErrors: false,
        timeout: { request: TIMEOUT },
        retry: { limit: TRIES, methods: ["POST"], statusCodes: AGAIN, calculateDelay: ({ computedValue }) => computedValue && PAUSE },
      });
      return answer.statusCode;
    };
  }
  if (name === "axios-retry") {
    const { default: axios } = await import("axios");
    const { default: axiosRetry } = await import("axios-retry");
    const http = axios.create({ timeout: TIMEOUT });
    axiosRetry(http, {
      retries: TRIES,
      retryDelay: () => PAUSE,
      shouldResetTimeout: true,
      retryCondition: (error) => !error.response || AGAIN.includes(error.response.status),
    });
    return async (key) => (await http.post(url, body(key), { headers: headers(key) })).status;
  }
  const { default: pRetry } = await import("p-retry");
  return (key) =>
    pRetry(
      async () => {
        const answer = await fetch(url, {
          method: "POST",
          headers: headers(key),
          body: body(key),
          signal: AbortSignal.timeout(TIMEOUT),
        });
        await answer.arrayBuffer();
        if (AGAIN.includes(answer.status)) {
          throw new Error(`answered ${answer.status}`);
        }
        return answer.status;
      },
      { retries: TRIES, factor: 1, minTimeout: PAUSE, maxTimeout: PAUSE },
    );
}

const send = await clientNamed(client);
for (const key of keys.split(",")) {
  console.log(await send(key));
}
process.exit(0);
