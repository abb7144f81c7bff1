/** Whether this address is of the machine itself, so that nobody elsewhere can reach it. */
export function isLoopback(siteUrl: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(siteUrl).hostname);
}
