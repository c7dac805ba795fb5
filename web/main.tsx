import "./lib/zod-without-eval.ts";
import { hydrate } from "@tanstack/react-query";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { pages } from "../contract/pages.ts";
import { App, PRERENDERED_DATA_ID } from "./app.tsx";
import { queryClient } from "./lib/query-client.ts";
import { PageRoutes } from "./router.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = (
  <App>
    {/* Without a transition: the old page must not stay usable after the address has changed. */}
    <BrowserRouter useTransitions={false}>
      <PageRoutes />
    </BrowserRouter>
  </App>
);

const data = document.getElementById(PRERENDERED_DATA_ID)?.textContent;
if (data) hydrate(queryClient, JSON.parse(data));
// People who were sent here from another page see a notice, which was not prerendered.
const isAsPrerendered = data && location.pathname === pages.home && !history.state?.usr;
if (isAsPrerendered) hydrateRoot(root, app);
else createRoot(root).render(app);
