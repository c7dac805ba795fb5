// Keeps the site's files, which are the same for everybody, and a page that says that the site can't
// be reached. It never keeps an answer of the server or a page that somebody has seen, and sends
// nothing later: whatever is no page and no such file goes past it.
const FILES = "files-1";
const OFFLINE = "offline-1";
// Their names change with their content, so what is kept is never out of date.
const isFile = /^\/(assets|brand)\//;
// Whatever looks like a language: for one that the site lacks, there is the page in English.
const prefix = /^\/[a-z]{2}(?=\/|$)/;
// Two releases with all pages of one language. Beyond it, those that were kept first are dropped.
const MOST_FILES = 200;
// After it the page is fetched again: meanwhile the site may have another name or other styles.
const DAY_MS = 86_400_000;

addEventListener("install", (event) => {
  skipWaiting();
  // Without it, the site works as well.
  event.waitUntil(keepForOpenPages().catch(() => {}));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name !== FILES && name !== OFFLINE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, pathname));
  else if (isFile.test(pathname)) event.respondWith(openFile(event));
});

/** The first page that somebody opens is there before this worker, which so does not see it. */
async function keepForOpenPages() {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const addresses = new Set(open.map(({ url }) => offlinePageFor(new URL(url).pathname)));
  await Promise.all([...addresses].map(keepOfflinePage));
}

function offlinePageFor(pathname) {
  const [language = ""] = prefix.exec(pathname) ?? [];
  return `${language}/offline`;
}

/** Always the newest page, so a new release is there at once. */
async function openPage(event, pathname) {
  const offline = offlinePageFor(pathname);
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keepOfflinePage(offline).catch(() => {}));
    return page;
  } catch (error) {
    const kept = await caches.open(OFFLINE);
    const page = (await kept.match(offline)) ?? (await kept.match("/offline"));
    if (page) return page;
    throw error;
  }
}

async function keepOfflinePage(address) {
  const kept = await caches.open(OFFLINE);
  const known = await kept.match(address);
  if (known && Date.now() - Date.parse(known.headers.get("date")) < DAY_MS) return;
  const page = await fetch(address, { credentials: "omit" });
  if (!page.ok) return;
  const html = await page.clone().text();
  const files = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)];
  const found = await Promise.all(files.map(([, file]) => findFile(new Request(file))));
  await Promise.all(found.map(({ keeping }) => keeping));
  await kept.put(address, page);
}

async function openFile(event) {
  const { file, keeping } = await findFile(event.request);
  event.waitUntil(keeping);
  return file;
}

async function findFile(request) {
  const kept = await caches.open(FILES);
  const known = await kept.match(request.url);
  if (known) return { file: known };
  const file = await fetch(request);
  const isKept = file.ok && /immutable/.test(file.headers.get("cache-control"));
  return { file, keeping: isKept ? keep(kept, request.url, file.clone()) : undefined };
}

/** A full disk is no reason to fail. */
async function keep(kept, url, file) {
  await kept.put(url, file).catch(() => {});
  const all = await kept.keys();
  await Promise.all(all.slice(0, -MOST_FILES).map((old) => kept.delete(old)));
}
