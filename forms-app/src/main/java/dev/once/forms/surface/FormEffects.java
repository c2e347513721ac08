package dev.once.forms.surface;

import dev.once.forms.provenance.Member;
import jakarta.servlet.http.HttpSession;
import org.springframework.util.MultiValueMap;

/** What is behind the surface: it understands a form, saves it, and knows the pages that answer it. */
public interface FormEffects {

    SentForm read(Member member, MultiValueMap<String, String> fields, HttpSession session);
}
