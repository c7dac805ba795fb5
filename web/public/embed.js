// Version 1: shows surveys of the site it comes from. It stores nothing.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const survey = /^((?:\/\w\w)?)\/(?:results|surveyPage|embed)\/([\da-f-]{36})\/?$/i;

  function frameOf(address, theme, title) {
    const url = new URL(address, origin);
    const [, language, id] = survey.exec(url.pathname) ?? [];
    if (!id || url.origin !== origin) return [];
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
    frame.referrerPolicy = "no-referrer";
    frame.loading = "lazy";
    frame.title = title || "Survey";
    frame.height = 540;
    frame.style.cssText = "display:block;border:0;width:100%;max-width:600px";
    frame.dataset.surveyPoll = "";
    frame.src = `${origin}${language}/embed/${id}?theme=${encodeURIComponent(theme ?? "")}`;
    return [frame];
  }

  function upgrade() {
    for (const quote of document.querySelectorAll("blockquote[data-survey-poll]")) {
      const link = quote.querySelector("a[href]");
      for (const frame of link ? frameOf(link.href, quote.dataset.theme, link.textContent) : []) {
        quote.replaceWith(frame);
      }
    }
  }
  upgrade();
  addEventListener("DOMContentLoaded", upgrade);
  if (customElements.get("survey-poll")) return;

  class SurveyPoll extends HTMLElement {
    static observedAttributes = ["src", "theme"];
    attributeChangedCallback() {
      const [src, theme] = ["src", "theme"].map((name) => this.getAttribute(name));
      this.replaceChildren(...frameOf(src ?? "", theme, this.title));
    }
  }
  customElements.define("survey-poll", SurveyPoll);

  addEventListener("message", ({ source, data }) => {
    if (data?.type !== "survey-poll" || !(data.height > 0)) return;
    for (const frame of document.querySelectorAll("iframe[data-survey-poll]")) {
      if (frame.contentWindow === source) frame.height = Math.min(data.height, 2000);
    }
  });
})();
