import "./lib/zod-without-eval.ts";
import { hydrate } from "@tanstack/react-query";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { pages } from "../contract/pages.ts";
import { App, PRERENDERED_DATA_ID } from "./app.tsx";
import { queryClient } from "./lib/query-client.ts";
import { pageRoutes } from "./router.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const router = createBrowserRouter(pageRoutes);
const app = (
  <App>
    <RouterProvider router={router} />
  </App>
);

if (root.hasChildNodes()) {
  const data = document.getElementById(PRERENDERED_DATA_ID)?.textContent;
  if (data) hydrate(queryClient, JSON.parse(data));
  await pageLoaded();
}
const { pathname, state } = router.state.location;
// Whoever was turned away from a page finds a notice on this one, which was not prerendered.
if (root.hasChildNodes() && pathname === pages.home && !state) hydrateRoot(root, app);
else createRoot(root).render(app);

/** Until the page's own code is there, what was prerendered is more than React could show. */
function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
