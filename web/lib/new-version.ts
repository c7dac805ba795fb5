// While servers are replaced one by one, both versions answer for a while. Loading the page again
// and again would only flicker.
const AGAIN_AFTER_MS = 10_000;
const KEY = "loaded-again-at";
// Longer than this, an answer is of no use: the person has waited for the file already.
const ANSWER_MS = 5_000;

interface Options {
  /**
   * Also if it is the same version. Many browsers remember that a file could not be loaded, and don't
   * ask for it again as long as the page is open.
   */
  orSame: boolean;
}

/**
 * Loads the page again if the site is no longer the version that this page came from: its files are
 * gone. Resolves to false if that is not why a file is missing, for example without a network.
 */
export async function reloadIfReplaced({ orSame }: Options): Promise<boolean> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  if (!own || Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return false;
  const headers = { accept: "text/html" };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(location.href, { headers, cache: "no-store", signal }).catch(
    () => null,
  );
  if (!answer?.ok) return false;
  if (!orSame && (await answer.text().catch(() => own)).includes(own)) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
