package dev.once.jobs.pages;

import dev.once.jobs.provenance.JobProvenance;
import dev.once.jobs.runtime.JobQueue;
import dev.once.jobs.runtime.RunStates;
import dev.once.jobs.surface.VendorStep;
import dev.once.web.ProblemException;
import dev.once.web.Site;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The runs and their steps, and what an operator may do about those that failed. */
@Controller
class RunsPage {

    private static final int MOST = 50;
    private static final String BACK = "redirect:/";

    private final RunViews views;
    private final StatementRequests requests;
    private final JobQueue queue;
    private final RunStates states;
    private final JobProvenance provenance;
    private final VendorStep vendors;
    private final @Nullable String dashboard;

    RunsPage(
            RunViews views,
            StatementRequests requests,
            JobQueue queue,
            RunStates states,
            JobProvenance provenance,
            VendorStep vendors,
            @Value("${jobrunr.dashboard.port}") int dashboardPort,
            Site site) {
        this.views = views;
        this.requests = requests;
        this.queue = queue;
        this.states = states;
        this.provenance = provenance;
        this.vendors = vendors;
        this.dashboard = site.demo() ? "http://localhost:" + dashboardPort + "/dashboard" : null;
    }

    @GetMapping("/")
    String runs(Model model) {
        model.addAttribute("runs", views.latest(MOST));
        model.addAttribute("dashboard", dashboard);
        return "runs";
    }

    @PostMapping(path = "/statement-runs", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    String ask(@RequestParam String account, @RequestParam String month) {
        requests.ask(account, month);
        return BACK;
    }

    @PostMapping("/runs/{id}/again")
    String again(@PathVariable UUID id) {
        RunView run = views.find(id).orElseThrow(RunsPage::noSuchRun);
        if (!queue.again(id, run.kind())) {
            throw conflict("This run is on its way, or is over.");
        }
        return BACK;
    }

    @PostMapping("/runs/{id}/close")
    String close(@PathVariable UUID id) {
        if (!states.close(id)) {
            throw conflict("Only a run that has failed or is unknown can be closed.");
        }
        return BACK;
    }

    /** Without a reference: it was never done there, and may be asked for again under a new key. */
    @PostMapping("/runs/{id}/steps/{step}/looked-up")
    String lookedUp(
            @PathVariable UUID id,
            @PathVariable String step,
            @RequestParam(required = false) @Nullable String reference) {
        RunView run = views.find(id).filter(RunView::isUnknown).orElseThrow(RunsPage::noSuchRun);
        String found = reference == null || reference.isBlank() ? null : reference.strip();
        if (!vendors.lookedUp(provenance.of(id), step, found)) {
            throw conflict("The vendor still remembers this key: run it again instead.");
        }
        queue.again(id, run.kind());
        return BACK;
    }

    private static RuntimeException noSuchRun() {
        return ProblemException.of(HttpStatus.NOT_FOUND, "There is no such run.");
    }

    private static RuntimeException conflict(String why) {
        return ProblemException.of(HttpStatus.CONFLICT, why);
    }
}
