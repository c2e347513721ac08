package dev.once.showcase.launch;

import java.net.URI;

/** What the launcher prints at the end: something to copy, and to run twice. */
final class WhatToTry {

    private WhatToTry() {}

    static String all(Ports ports) {
        return """

                Open %s and press 'Send this payment 25 times'.
                Or one app alone: ./once webhooks, ./once forms, ./once jobs, ./once api.
                Logs are in .once/logs. Ctrl-C ends everything; your data stay until ./once reset.
                """
                .formatted(Ports.url(ports.showcase()));
    }

    static String one(App app, URI url) {
        return switch (app) {
            case WEBHOOKS -> webhooks(url);
            case FORMS -> forms(url);
            case JOBS -> jobs(url);
            case API -> api(url);
        };
    }

    private static String webhooks(URI url) {
        return """

                A Stripe delivery, signed as Stripe does. Run the last command twice: the second time it is a duplicate.

                body='{"id":"evt_try_1","object":"event","type":"checkout.session.completed","created":1700000000,"data":{"object":{"id":"cs_try_1","object":"checkout.session","customer":"cus_ada","amount_total":2500,"currency":"eur"}}}'
                send() {
                  t=$(date +%%s)
                  v1=$(printf '%%s.%%s' "$t" "$body" | openssl dgst -sha256 -hmac whsec_demo_stripe | sed 's/.* //')
                  curl -i -H "Stripe-Signature: t=$t,v1=$v1" -H 'Content-Type: application/json' --data-binary "$body" %swebhooks/stripe
                }
                send

                What it did: %s
                """
                .formatted(url, url);
    }

    private static String forms(URI url) {
        return """

                Open %s in a browser and sign in as alice@acme.test with the password demo.
                Make an invoice and click the button as fast as you can, or go back and send the form again: it stays one.
                """
                .formatted(url);
    }

    private static String jobs(URI url) {
        return """

                A monthly statement. Run it twice: the second time it is the same run, and nobody is charged again.

                curl -i -H 'Content-Type: application/json' -d '{"account":"acme","month":"2026-01"}' %sstatement-runs

                Its steps: %s
                """
                .formatted(url, url);
    }

    private static String api(URI url) {
        return """

                An invoice. Run it twice: the second time you get the same bytes, and 'Idempotent-Replayed: true'.

                curl -i -H 'Authorization: Bearer acme-demo-token' -H 'Idempotency-Key: "order-1"' -H 'Content-Type: application/json' -d '{"customer":"Ada Lovelace","currency":"EUR","lines":[{"description":"Engine","quantity":1,"unit_amount_cents":2500}]}' %sapi/invoices

                How it is meant: %sdocs
                """
                .formatted(url, url);
    }
}
