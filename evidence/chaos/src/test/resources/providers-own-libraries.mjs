// Signs with the providers' own libraries, delivers each event twice, and prints what was answered, one line each.
import { Webhook as Svix } from "svix";
import { Webhook as Standard } from "standardwebhooks";
import { Webhooks as Octokit } from "@octokit/webhooks";
import Stripe from "stripe";

const [base, id, stripeSecret, githubSecret, resendSecret] = process.argv.slice(2);
const now = new Date();
const seconds = String(Math.floor(now.getTime() / 1000));

const checkout = JSON.stringify({
  id: `evt_${id}`,
  type: "checkout.session.completed",
  created: Number(seconds),
  data: {
    object: { id: `cs_${id}`, customer: `cus_${id}`, amount_total: 4200, currency: "eur", payment_status: "paid" },
  },
});
const sponsorship = JSON.stringify({
  action: "created",
  sponsorship: { node_id: `S_${id}`, sponsor: { login: `octo-${id}` }, tier: { monthly_price_in_cents: 500 } },
});
const bounced = (name) =>
  JSON.stringify({
    type: "email.bounced",
    created_at: now.toISOString(),
    data: { email_id: `em_${name}_${id}`, to: [`${name}-${id}@example.test`] },
  });

async function deliver(name, provider, body, headers) {
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(`${base}/webhooks/${provider}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    console.log(`${name} ${answer.status} ${await answer.text()}`);
  }
}

await deliver("stripe", "stripe", checkout, {
  "stripe-signature": new Stripe("sk_test").webhooks.generateTestHeaderString({
    payload: checkout,
    secret: stripeSecret,
  }),
});
await deliver("octokit", "github", sponsorship, {
  "x-hub-signature-256": await new Octokit({ secret: githubSecret }).sign(sponsorship),
  "x-github-event": "sponsorship",
  "x-github-delivery": id,
});
await deliver("svix", "resend", bounced("svix"), {
  "svix-id": `msg_svix_${id}`,
  "svix-timestamp": seconds,
  "svix-signature": new Svix(resendSecret).sign(`msg_svix_${id}`, now, bounced("svix")),
});
await deliver("standardwebhooks", "resend", bounced("standard"), {
  "webhook-id": `msg_standard_${id}`,
  "webhook-timestamp": seconds,
  "webhook-signature": new Standard(resendSecret).sign(`msg_standard_${id}`, now, bounced("standard")),
});
