// In the frame of a survey on another site. It says how high the survey is, and shows new numbers. It
// reads and keeps nothing of the reader's.
const [, secret] = /^#\?secret=([a-zA-Z0-9]+)$/.exec(location.hash) ?? [];
const tell = (message) => parent.postMessage(message, "*");

let told = 0;
const tellHeight = () => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  tell({ type: "survey-poll", version: 1, height });
  // As WordPress understands it. It gives each frame a secret.
  if (secret) tell({ message: "height", value: height, secret });
};
new ResizeObserver(tellHeight).observe(document.documentElement);
tellHeight();

// WordPress lets its frames open no windows, and follows their links itself.
addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!secret || !link) return;
  event.preventDefault();
  tell({ message: "link", value: link.href, secret });
});

// Soon enough to be called live, and seldom enough for a page with many frames. While nothing
// changes, less and less often.
const SOON_MS = 5_000;
const LATE_MS = 60_000;
let wait = SOON_MS;
let timer = 0;
let isSeen = true;
let isAsking = false;

function show(page) {
  const parts = [...page.querySelectorAll("[data-part]")];
  // It was taken down.
  if (parts.length === 0) document.querySelector("main").replaceWith(page.querySelector("main"));
  const changed = parts.filter((part) => {
    const shown = document.querySelector(`[data-part="${part.dataset.part}"]`);
    const isNew = shown && shown.innerHTML !== part.innerHTML;
    // Not the whole page: somebody may just be using a link of it.
    if (isNew) shown.replaceWith(part);
    return isNew;
  });
  if (!("live" in page.body.dataset)) delete document.body.dataset.live;
  return changed.length > 0;
}

async function ask() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  try {
    const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
    const isBusy = answer.status === 429 || answer.status >= 500;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (isBusy) wait = LATE_MS;
    else wait = show(page) ? SOON_MS : Math.min(wait * 1.5, LATE_MS);
  } catch {
    wait = LATE_MS;
  }
  isAsking = false;
  askLater();
}

const isWatched = () =>
  isSeen && document.visibilityState === "visible" && "live" in document.body.dataset;

function askLater() {
  clearTimeout(timer);
  // Frames that were opened together do not ask together.
  if (isWatched()) timer = setTimeout(ask, wait * (0.8 + Math.random() * 0.4));
}

// Whoever comes back from voting sees the new result at once.
document.addEventListener("visibilitychange", () => {
  wait = SOON_MS;
  if (isWatched()) ask();
});
new IntersectionObserver(([entry]) => {
  const wasSeen = isSeen;
  isSeen = entry.isIntersecting;
  if (isSeen && !wasSeen && isWatched()) ask();
  else askLater();
}).observe(document.documentElement);
