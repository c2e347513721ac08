package dev.once.forms;

class WithoutJavaScriptIT extends BrowserContract {

    WithoutJavaScriptIT() {
        super(false);
    }
}
