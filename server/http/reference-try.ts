import { escapeHtml } from "../../contract/escape-html.ts";
import type { Operation } from "./openapi.ts";

/** Where somebody who reads about the calls types the token with which to try them. */
export const tokenField = `<p><label for="token">To try calls, a token for programs (it stays in this page)</label>
    <input id="token" type="password" autocomplete="off" size="60"></p>`;

/** A form that makes this call with the token, if programs may make it. */
export function renderTry(path: string, method: string, operation: Operation): string {
  if (!operation.security.some((way) => "programToken" in way)) return "";
  const fields = operation.parameters
    .filter((parameter) => parameter.in !== "header")
    .map(
      ({ name, in: place }) =>
        `<label>${escapeHtml(name)} <input name="${escapeHtml(name)}" data-in="${place}"></label>`,
    );
  const body = operation.requestBody ? `<label>Body <textarea rows="4">{}</textarea></label>` : "";
  return `<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}">
      ${fields.join(" ")} ${body} <button>Try</button> <pre tabindex="0" hidden></pre>
    </form>`;
}

/** The only script of the reference. Without it, the page still says all. */
export const tryScript = `
const token = document.getElementById("token");
for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const { name, value, dataset } of form.querySelectorAll("input")) {
      if (dataset.in === "path") path = path.replace("{" + name + "}", encodeURIComponent(value));
      else if (value) query.set(name, value);
    }
    const headers = { authorization: "Bearer " + token.value.trim() };
    const body = form.querySelector("textarea")?.value;
    if (body) headers["content-type"] = "application/json";
    const shown = form.querySelector("pre");
    shown.hidden = false;
    try {
      const answer = await fetch(path + (query.size ? "?" + query : ""), { method: form.dataset.method, headers, body });
      shown.textContent = answer.status + "\\n" + (await answer.text());
    } catch (error) {
      shown.textContent = String(error);
    }
  });
}
`;
