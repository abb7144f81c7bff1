/** What a route answers whose address names nothing. Whoever asked for the page says so in words. */
export function noPage(): Response {
  return new Response(null, { status: 404 });
}
