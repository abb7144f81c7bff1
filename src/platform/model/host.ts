/** The host of a link as readers know it: without `www.`, in its own script's letters where the address has them. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
