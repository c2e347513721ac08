package dev.once.forms.pages;

import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import jakarta.servlet.http.HttpSession;

/** A form that somebody sent: who, what they typed, under which key, and where their drafts are. */
public record Submission(Member member, InvoiceForm form, FormKey key, HttpSession session) {}
